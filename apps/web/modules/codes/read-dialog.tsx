import { Button, Group, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '@voltloop/contract';
import { readScan } from '@voltloop/contract/calls/battery-codes.ts';
import { searchRows } from '@voltloop/contract/calls/search-rows.ts';
import {
  blockOf,
  codesWithin,
  normalise,
  type Repair,
  repairs,
} from '@voltloop/domain/battery-code/index.ts';
import { chinaDay } from '@voltloop/resources/days.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { useRight } from '../../context/rights.ts';
import { keyAndValues } from '../../ui/form/key-and-values.ts';
import { Dialog, ErrorState } from '../../ui/index.ts';
import { CodeParts } from './code-parts.tsx';
import styles from './codes.module.css';
import { RepairList } from './repair-list.tsx';
import { forgetRead, lookUp, openScanner } from './scan-state.ts';

/** The right to create a battery: the button after its menu entry (resource-kit/rights.ts). */
const INSERT_BATTERY = 3001;
const NEW_PATH = '/backoffice/battery/new';
/** Longest name of a row. */
const LONGEST_NAME = 100;

/** Looks up a scanned text: opens the page of its record, or shows the decoded code and possible repairs. */
export default function ReadDialog({ text }: { text: string }) {
  const { t } = useTranslation('codes');
  const navigate = useNavigate();
  const looked = useQuery({
    queryKey: ['battery', 'readScan', text],
    queryFn: ({ signal }) => call(readScan, { query: { text }, signal }),
    // The battery may have been created since the first scan of its label.
    staleTime: 0,
    gcTime: 0,
  });
  // A text that is no battery code may still be a name: the VIN of a vehicle, the ICCID of a SIM card.
  const named = useQuery({
    queryKey: ['named', text],
    enabled: looked.data?.found === null && blockOf(normalise(text)) !== null,
    queryFn: ({ signal }) =>
      call(searchRows, { query: { search: text.trim().slice(0, LONGEST_NAME) }, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: { silent: true },
  });
  const battery = looked.data?.found?.id;
  const found = battery ? `/backoffice/battery/${battery}` : exactPath(named.data);
  const fetching = looked.isFetching || named.isFetching;
  useEffect(() => {
    if (!found || fetching) return;
    forgetRead();
    void navigate(found);
  }, [found, fetching, navigate]);

  return (
    <Dialog opened={!found} onClose={forgetRead} title={t('unknown.title')} size="lg">
      <div className={styles.unknown} data-scan="here">
        {looked.isPending || named.isLoading ? (
          <Group gap="xs" role="status">
            <Loader size="xs" /> {t('unknown.asking')}
          </Group>
        ) : looked.isError ? (
          <ErrorState error={looked.error} onRetry={() => void looked.refetch()} />
        ) : (
          <Unknown text={text} near={new Set(looked.data.near.map((row) => row.batteryCode))} />
        )}
      </div>
    </Dialog>
  );
}

/** The page of the only row with exactly this name; none if there are several. */
function exactPath(found: ReplyOf<typeof searchRows> = []): string | undefined {
  const exact = found.flatMap(({ resource, rows }) =>
    rows.filter((row) => row.exact).map(({ id }) => `/backoffice/${resource}/${id}`),
  );
  return exact.length === 1 ? exact[0] : undefined;
}

function Unknown({ text, near }: { text: string; near: ReadonlySet<string> }) {
  const { t } = useTranslation('codes');
  const { t: check } = useTranslation('checks');
  const navigate = useNavigate();
  const mayInsert = useRight(INSERT_BATTERY);
  const code = normalise(text);
  const proposed = ordered(repairs(text, chinaDay(new Date())), near);
  const blocked = blockOf(code);
  const several = codesWithin(text, chinaDay(new Date())).length > 1;
  // A valid normalised reading is as good as the code itself.
  const fresh =
    blocked === null ? code : proposed.find(({ steps }) => steps.every(({ guess }) => guess === 0))?.code;
  const wrong = blocked === null ? null : keyAndValues(blocked);
  return (
    <>
      <p className={styles.read}>
        <code>{text}</code>
      </p>
      <p className={styles.note}>{t(blocked === null ? 'unknown.sound' : 'unknown.notCode')}</p>
      {wrong && !fresh && <p className={styles.wrong}>{check(wrong.key, wrong.values)}</p>}
      <CodeParts code={fresh ?? code} />
      {several && <p className={styles.note}>{t('unknown.several')}</p>}
      <RepairList repairs={proposed} kept={near} onPick={lookUp} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => openScanner()}>
          {t('scan.again')}
        </Button>
        {fresh && mayInsert && (
          <Button
            onClick={() => {
              forgetRead();
              void navigate(`${NEW_PATH}?batteryCode=${encodeURIComponent(fresh)}`);
            }}
          >
            {t('unknown.create')}
          </Button>
        )}
      </Group>
    </>
  );
}

/** Repairs that match a registered battery come first. */
const ordered = (all: readonly Repair[], near: ReadonlySet<string>) =>
  [...all].sort((a, b) => Number(near.has(b.code)) - Number(near.has(a.code)));
