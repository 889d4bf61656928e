import { Button, Select } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ParamChange, ParamSet, ParamThing } from '@voltloop/contract/calls/params.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { EmptyState, NO_VALUE, RelativeTime, StatusBadge } from '../../ui/index.ts';
import { QueryState } from '../../ui/states/query-state.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { FixedPager } from '../../ui/table/pager.tsx';
import { editable, isOfPack, keyFor, labelOf, same } from '../settings/index.ts';
import type { Dictionary } from '../telemetry/index.ts';
import styles from './params.module.css';
import { changesOf, PAGE, SETS_SHOWN, setsOf } from './queries.ts';

interface HistoryViewProps {
  thing: ParamThing;
  dictionary: Dictionary;
  onUndo: (set: ParamSet) => void;
}

/** The history of changes: author, time, old and new value; and the stored sets, each of which can be restored. */
export default function HistoryView({ thing, dictionary, onUndo }: HistoryViewProps) {
  const { t } = useTranslation(['params', 'deviceSettings']);
  const { tenantId } = useAccount();
  const [key, setKey] = useState<string | null>(null);
  const [page, setPage] = useState(1);
  const found = useQuery(changesOf(tenantId, thing.devid, key ?? '', page));
  const keys = useMemo(
    () =>
      editable(dictionary.settings).flatMap((setting) =>
        isOfPack(setting)
          ? Array.from({ length: thing.packs ?? 0 }, (_, i) => keyFor(setting, i + 1))
          : [setting.key],
      ),
    [dictionary.settings, thing.packs],
  );
  const columns = useMemo<Column<ParamChange>[]>(
    () => [
      {
        id: 'when',
        header: t('history.when'),
        width: 130,
        cell: (change) => <RelativeTime time={change.changed_at} zone={thing.time_zone} />,
      },
      {
        id: 'what',
        header: t('history.what'),
        minWidth: 180,
        grow: 2,
        cell: (change) => labelOf(t, dictionary, change.key),
      },
      {
        id: 'values',
        header: t('history.values'),
        minWidth: 180,
        grow: 2,
        cell: (change) => <ChangeValues change={change} dictionary={dictionary} />,
      },
      {
        id: 'who',
        header: t('history.who'),
        minWidth: 120,
        hideBelow: 700,
        cell: (change) => authorOf(t, change),
      },
    ],
    [t, dictionary, thing.time_zone],
  );
  return (
    <div className={styles.history}>
      <section aria-labelledby="param-changes">
        <div className={styles.sectionHead}>
          <h3 id="param-changes">{t('history.changes')}</h3>
          <Select
            className={styles.keyFilter}
            aria-label={t('history.filter')}
            placeholder={t('history.allKeys')}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('history.allKeys') }}
            data={keys.map((each) => ({ value: each, label: labelOf(t, dictionary, each) }))}
            value={key}
            onChange={(next) => {
              setKey(next);
              setPage(1);
            }}
          />
        </div>
        <DataTable<ParamChange>
          label={t('history.changes')}
          columns={columns}
          rows={found.data?.list ?? []}
          keyOf={(change) => change.id}
          card={(change) => (
            <div className={styles.cardLines}>
              <strong>{labelOf(t, dictionary, change.key)}</strong>
              <ChangeValues change={change} dictionary={dictionary} />
              <span className={styles.muted}>
                {authorOf(t, change)} · <RelativeTime time={change.changed_at} zone={thing.time_zone} />
              </span>
            </div>
          )}
          cardHeight={84}
          loading={found.isPending}
          error={found.data ? undefined : found.error}
          onRetry={() => void found.refetch()}
          empty={<EmptyState compact title={t('history.none')} text={t('history.noneText')} />}
          footer={
            (found.data?.total ?? 0) > PAGE && (
              <FixedPager total={found.data?.total ?? 0} page={page} size={PAGE} onPage={setPage} />
            )
          }
        />
      </section>
      <Sets thing={thing} onUndo={onUndo} />
    </div>
  );
}

type Translate = ReturnType<typeof useTranslation<['params', 'deviceSettings']>>['t'];

const authorOf = (t: Translate, change: ParamChange): string =>
  change.kind === 'seen' ? t('history.elsewhere') : (change.changed_by ?? t('history.above'));

function ChangeValues({ change, dictionary }: { change: ParamChange; dictionary: Dictionary }) {
  const { t } = useTranslation('params');
  const name = change.key.split('@')[0] ?? '';
  const value = (of: number | null) => (of === null ? NO_VALUE : dictionary.settingValue(name, of));
  const missed = change.wanted !== null && (change.to === null || !same(change.to, change.wanted));
  return (
    <span className={styles.changeValues}>
      <span>
        {value(change.from)} → <strong>{value(change.to)}</strong>
      </span>
      {change.kind === 'undo' && (
        <StatusBadge tone="info" variant="plain">
          {t('history.undo')}
        </StatusBadge>
      )}
      {missed && (
        <StatusBadge tone="warning" variant="plain">
          {t('history.wanted', { value: value(change.wanted) })}
        </StatusBadge>
      )}
    </span>
  );
}

function Sets({ thing, onUndo }: { thing: ParamThing; onUndo: (set: ParamSet) => void }) {
  const { t } = useTranslation(['params', 'deviceSettings']);
  const { tenantId } = useAccount();
  const [page, setPage] = useState(1);
  const found = useQuery(setsOf(tenantId, thing.devid, page));
  return (
    <section aria-labelledby="param-sets">
      <div className={styles.sectionHead}>
        <h3 id="param-sets">{t('history.sets')}</h3>
        <p className={styles.hint}>{t('history.setsText')}</p>
      </div>
      <QueryState of={found}>
        {({ list, total }) =>
          total === 0 ? (
            <EmptyState compact title={t('history.noSets')} text={t('read.never')} />
          ) : (
            <ul className={styles.sets}>
              {list.map((set) => (
                <li key={set.id}>
                  <span className={styles.setText}>
                    <strong>{t(`history.source.${set.source}`)}</strong>
                    <span className={styles.muted}>
                      <RelativeTime time={set.taken_at} zone={thing.time_zone} /> ·{' '}
                      {set.taken_by ?? t('history.above')} ·{' '}
                      {t('history.values_n', { n: Object.keys(set.values).length })}
                    </span>
                  </span>
                  <Button
                    size="compact-sm"
                    variant="default"
                    leftSection={<IconArrowBackUp size={14} aria-hidden="true" />}
                    onClick={() => onUndo(set)}
                  >
                    {t('history.goBack')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      <FixedPager total={found.data?.total ?? 0} page={page} size={SETS_SHOWN} onPage={setPage} />
    </section>
  );
}
