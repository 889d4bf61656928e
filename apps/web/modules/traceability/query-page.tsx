import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconScan, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { FoundRecords } from '@voltloop/contract/calls/traceability.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useSession } from '../../api/session.ts';
import { useMayOpen } from '../../context/may-open.ts';
import { Card, EmptyState, ErrorState, PageHeader, SkeletonRows, StatusBadge } from '../../ui/index.ts';
import { openScanner } from '../codes/index.ts';
import { tracePath } from '../resources/index.ts';
import { isTraced, recordPath } from './paths.ts';
import { foundRecords, LEAST_SEARCHED } from './queries.ts';
import { recentSearches, rememberSearch } from './recent-searches.ts';
import styles from './traceability.module.css';
import { useLifeWords } from './words.ts';

/** One search over all records with a number or a code; results link to the whole life. */
export default function QueryPage() {
  const { t } = useTranslation('traceability');
  const navigate = useNavigate();
  const userId = useSession((state) => state.login?.user_id ?? '');
  const [params, setParams] = useSearchParams();
  const fromUrl = params.get('q') ?? '';
  const [text, setText] = useState(fromUrl);
  const [typed] = useDebouncedValue(text.trim(), 250);
  /** Text submitted by Enter or by a scanner, until something else is typed. */
  const [sent, setSent] = useState('');
  /** A single exact match opens automatically. */
  const [opening, setOpening] = useState(false);
  const searched = sent || typed;
  const found = useQuery(foundRecords(searched));
  const current = found.isPlaceholderData ? undefined : found.data;

  useEffect(() => {
    if (searched !== fromUrl)
      setParams(searched ? { q: searched } : {}, { replace: true, preventScrollReset: true });
  }, [searched, fromUrl, setParams]);
  const input = useRef<HTMLInputElement>(null);
  // The user scans or types next; after the page heading has been focused.
  useEffect(() => {
    const timer = setTimeout(() => input.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!opening || !current) return;
    rememberSearch(userId, sent);
    const path = onlyOne(current);
    setOpening(false);
    if (path) void navigate(path);
  }, [opening, sent, current, userId, navigate]);

  const send = (value: string) => {
    setText(value);
    if (value.trim().length < LEAST_SEARCHED) return;
    setSent(value.trim());
    setOpening(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(text);
  };
  return (
    <div className={styles.page}>
      <PageHeader title={t('query.title')} description={t('query.description')} />
      <Card>
        <search>
          <form onSubmit={submit} className={styles.search}>
            <TextInput
              label={t('query.label')}
              description={t('query.hint')}
              inputWrapperOrder={['label', 'input', 'description']}
              size="md"
              value={text}
              onChange={(event) => {
                setText(event.currentTarget.value);
                setSent('');
              }}
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
              data-scan="own"
              ref={input}
              leftSection={<IconSearch size={18} stroke={1.7} />}
              rightSection={
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('query.camera')}
                  title={t('query.camera')}
                  onClick={() => openScanner(send)}
                >
                  <IconScan size={18} stroke={1.7} />
                </ActionIcon>
              }
            />
          </form>
        </search>
      </Card>
      {searched.length < LEAST_SEARCHED ? (
        <Recent list={recentSearches(userId)} onPick={send} />
      ) : found.isPending ? (
        <Card>
          <SkeletonRows rows={4} />
        </Card>
      ) : found.error && !found.data ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Results found={found.data ?? []} onOpen={() => rememberSearch(userId, searched)} />
      )}
    </div>
  );
}

/** The page of the only record with exactly this name. */
function onlyOne(found: FoundRecords): string | undefined {
  const exact = found.flatMap(({ kind, rows }) =>
    rows.filter((row) => row.exact).map(({ id }) => ({ kind, id })),
  );
  const [one] = exact;
  if (!one || exact.length > 1) return undefined;
  return isTraced(one.kind) ? tracePath(one.kind, one.id) : recordPath(one.kind, one.id);
}

function Recent({ list, onPick }: { list: readonly string[]; onPick: (search: string) => void }) {
  const { t } = useTranslation('traceability');
  if (list.length === 0) return <EmptyState title={t('query.empty')} text={t('query.emptyText')} />;
  return (
    <Card title={t('query.recent')}>
      <ul className={styles.recent}>
        {list.map((search) => (
          <li key={search}>
            <Button variant="default" size="xs" onClick={() => onPick(search)}>
              {search}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Results({ found, onOpen }: { found: FoundRecords; onOpen: () => void }) {
  const { t } = useTranslation('traceability');
  const count = found.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <>
      <p role="status" className={styles.quiet}>
        {t('query.found', { count })}
      </p>
      {count === 0 ? (
        <EmptyState title={t('query.none')} text={t('query.noneText')} />
      ) : (
        <Card>
          <ul className="plain" aria-label={t('query.results')}>
            {found.flatMap(({ kind, rows }) =>
              rows.map((row) => <Result key={row.id} kind={kind} row={row} onOpen={onOpen} />),
            )}
          </ul>
        </Card>
      )}
    </>
  );
}

function Result({
  kind,
  row: { id, title, hint, exact, former },
  onOpen,
}: {
  kind: string;
  row: FoundRecords[number]['rows'][number];
  onOpen: () => void;
}) {
  const { t } = useTranslation('traceability');
  const words = useLifeWords();
  const mayOpen = useMayOpen();
  const record = recordPath(kind, id);
  const traced = isTraced(kind);
  return (
    <li className={styles.result}>
      <span className={styles.kind}>{words.kind(kind)}</span>
      <span className={styles.found}>
        <Link
          className={`${styles.link} ${styles.code}`}
          to={traced ? tracePath(kind, id) : record}
          onClick={onOpen}
        >
          {title || t('query.unnamed')}
        </Link>
        {hint && <span className={styles.quiet}>{hint}</span>}
        {former ? (
          <StatusBadge tone="info" variant="plain">
            {t('query.former')}
          </StatusBadge>
        ) : (
          exact && (
            <StatusBadge tone="ok" variant="plain">
              {t('query.exact')}
            </StatusBadge>
          )
        )}
      </span>
      {traced && mayOpen(record) && (
        <Link className={styles.link} to={record} onClick={onOpen} aria-label={t('query.openOf', { title })}>
          {t('trace.open')}
        </Link>
      )}
    </li>
  );
}
