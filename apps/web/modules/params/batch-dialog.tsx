import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconRepeat, IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ParamJob,
  type ParamJobState,
  paramJobStates,
  retryParamBatch,
} from '@voltloop/contract/calls/params.ts';
import {
  Dialog,
  EmptyState,
  ErrorState,
  NO_VALUE,
  RelativeTime,
  SkeletonRows,
  StatusBadge,
} from '@voltloop/ui';
import { type Column, DataTable } from '@voltloop/ui/data-table.tsx';
import { Pager } from '@voltloop/ui/pager.tsx';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import {
  type Dictionary,
  DifferenceList,
  differencesOf,
  labelOf,
  ThingName,
  useDictionary,
} from '../things/index.ts';
import { BatchBar, BatchButtons } from './batch-bar.tsx';
import { wordsOf } from './change-result.tsx';
import { canRetry, jobTone } from './job-words.ts';
import styles from './params.module.css';
import { jobsOf, oneBatch, paramsKey } from './queries.ts';

/** One batch with all its devices, live. */
export default function BatchDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('params');
  const { tenantId } = useAccount();
  const dictionary = useDictionary('HE_BAT');
  const found = useQuery(oneBatch(tenantId, id));
  const batch = found.data;
  return (
    <Dialog opened onClose={onClose} size={980} title={batch?.name ?? t('batch.one')}>
      {found.isPending ? (
        <SkeletonRows rows={4} />
      ) : !batch ? (
        <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <div className={styles.dialog}>
          <BatchBar batch={batch} />
          <BatchButtons batch={batch} />
          <details className={styles.details}>
            <summary>{t('batch.values', { count: Object.keys(batch.values).length })}</summary>
            <DifferenceList
              dictionary={dictionary}
              known={false}
              differences={differencesOf(dictionary.settings, batch.values, {}, null)}
            />
          </details>
          <Jobs id={id} moving={batch.open > 0} dictionary={dictionary} />
        </div>
      )}
    </Dialog>
  );
}

function Jobs({ id, moving, dictionary }: { id: string; moving: boolean; dictionary: Dictionary }) {
  const { t } = useTranslation('params');
  const { tenantId } = useAccount();
  const [view, setView] = useState({ page: 1, size: 10, state: null as ParamJobState | null });
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 250);
  const found = useQuery(jobsOf(tenantId, id, { ...view, search }, moving));
  const columns = useMemo<Column<ParamJob>[]>(
    () => [
      {
        id: 'device',
        header: t('column.device'),
        minWidth: 150,
        grow: 2,
        cell: (job) => <ThingName thing={job} />,
      },
      {
        id: 'state',
        header: t('column.result'),
        minWidth: 220,
        grow: 4,
        cell: (job) => <JobResult job={job} dictionary={dictionary} />,
      },
      {
        id: 'time',
        header: t('column.time'),
        width: 120,
        hideBelow: 760,
        cell: (job) => <RelativeTime time={job.finished_at ?? job.begun_at} zone={job.time_zone} />,
      },
      {
        id: 'action',
        header: t('column.action'),
        width: 124,
        align: 'end',
        cell: (job) => <RetryButton job={job} />,
      },
    ],
    [t, dictionary],
  );
  return (
    <div className={styles.jobs}>
      <div className={styles.bar}>
        <TextInput
          className={styles.search}
          type="search"
          aria-label={t('batch.search')}
          placeholder={t('batch.search')}
          value={text}
          maxLength={100}
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setView((now) => ({ ...now, page: 1 }));
          }}
        />
        <Select
          className={styles.keyFilter}
          aria-label={t('batch.filter')}
          placeholder={t('batch.allStates')}
          clearable
          clearButtonProps={{ 'aria-label': t('batch.allStates') }}
          data={paramJobStates.map((state) => ({ value: state, label: t(`state.${state}`) }))}
          value={view.state}
          onChange={(state) => setView((now) => ({ ...now, page: 1, state: state as ParamJobState | null }))}
        />
      </div>
      <DataTable<ParamJob>
        label={t('batch.devices')}
        columns={columns}
        rows={found.data?.list ?? []}
        keyOf={(job) => job.id}
        rowHeight={56}
        card={(job) => (
          <div className={styles.cardLines}>
            <span className={styles.cardHead}>
              <strong>{job.devname || job.devid}</strong>
              <RetryButton job={job} />
            </span>
            <JobResult job={job} dictionary={dictionary} />
          </div>
        )}
        cardHeight={96}
        loading={found.isPending}
        error={found.data ? undefined : found.error}
        onRetry={() => void found.refetch()}
        empty={<EmptyState compact title={t('batch.noDevices')} />}
        footer={
          (found.data?.total ?? 0) > 10 && (
            <Pager
              page={view.page}
              size={view.size}
              total={found.data?.total ?? 0}
              autoScroll={false}
              onChange={(next) => setView((now) => ({ ...now, ...next }))}
            />
          )
        }
      />
    </div>
  );
}

function JobResult({ job, dictionary }: { job: ParamJob; dictionary: Dictionary }) {
  const { t } = useTranslation(['params', 'things']);
  const differs = job.differing
    .map((key) => {
      const name = key.split('@')[0] ?? '';
      const after = job.after?.[key];
      const value = after === undefined ? NO_VALUE : dictionary.settingValue(name, after);
      return `${labelOf(t, dictionary, key)}: ${value}`;
    })
    .join(', ');
  const words = job.state === 'differs' ? differs : wordsOf(t, job);
  return (
    <span className={styles.stateLines}>
      <StatusBadge tone={jobTone(job.state)} variant="plain">
        {t(`state.${job.state}`)}
      </StatusBadge>
      <span className={styles.reason} title={words}>
        {words}
      </span>
    </span>
  );
}

function RetryButton({ job }: { job: ParamJob }) {
  const { t } = useTranslation('params');
  const client = useQueryClient();
  const { tenantId } = useAccount();
  const retry = useMutation({
    mutationFn: () =>
      call(retryParamBatch, { params: { tenantId, id: job.batch_id }, body: { jobs: [job.id] } }),
    onSettled: () => client.invalidateQueries({ queryKey: paramsKey(tenantId) }),
  });
  if (!canRetry(job)) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={retry.isPending}
      leftSection={<IconRepeat size={14} aria-hidden="true" />}
      aria-label={t('batch.retryOf', { devid: job.devid })}
      onClick={() => retry.mutate()}
    >
      {t('result.retry')}
    </Button>
  );
}
