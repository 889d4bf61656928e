import { Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ParamJob, paramJobStates, retryParamBatch } from '@voltloop/contract/calls/params.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { Dialog, NO_VALUE } from '../../ui/index.ts';
import jobsStyles from '../../ui/jobs/jobs.module.css';
import { JobCard, JobState, JobsTable, jobColumns, useJobsView } from '../../ui/jobs/jobs-table.tsx';
import { useMutation } from '../../ui/query/use-mutation.ts';
import { QueryState } from '../../ui/states/query-state.tsx';
import { DifferenceList, differencesOf, labelOf } from '../settings/index.ts';
import { type Dictionary, useDictionary } from '../telemetry/index.ts';
import { ThingName } from '../things/index.ts';
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
  return (
    <Dialog opened onClose={onClose} size={980} title={found.data?.name ?? t('batch.one')}>
      <QueryState of={found} rows={4}>
        {(batch) => (
          <div className={jobsStyles.detail}>
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
      </QueryState>
    </Dialog>
  );
}

function Jobs({ id, moving, dictionary }: { id: string; moving: boolean; dictionary: Dictionary }) {
  const { t } = useTranslation('params');
  const { tenantId } = useAccount();
  const [view, setView] = useJobsView();
  const columns = useMemo(
    () =>
      jobColumns<ParamJob>({
        headers: { device: t('column.device'), time: t('column.time'), action: t('column.action') },
        device: (job) => <ThingName thing={job} />,
        columns: [
          {
            id: 'state',
            header: t('column.result'),
            minWidth: 220,
            grow: 4,
            cell: (job) => <JobResult job={job} dictionary={dictionary} />,
          },
        ],
        time: (job) => job.finished_at ?? job.begun_at,
        action: (job) => <RetryButton job={job} />,
      }),
    [t, dictionary],
  );
  return (
    <JobsTable
      view={view}
      onShow={setView}
      found={useQuery(jobsOf(tenantId, id, view, moving))}
      columns={columns}
      words={{
        table: t('batch.devices'),
        search: t('batch.search'),
        filter: t('batch.filter'),
        allStates: t('batch.allStates'),
        none: t('batch.noDevices'),
      }}
      states={paramJobStates.map((state) => ({ value: state, label: t(`state.${state}`) }))}
      rowHeight={56}
      card={(job) => (
        <JobCard job={job} action={<RetryButton job={job} />}>
          <JobResult job={job} dictionary={dictionary} />
        </JobCard>
      )}
      cardHeight={96}
    />
  );
}

function JobResult({ job, dictionary }: { job: ParamJob; dictionary: Dictionary }) {
  const { t } = useTranslation(['params', 'deviceSettings']);
  const differs = job.differing
    .map((key) => {
      const name = key.split('@')[0] ?? '';
      const after = job.after?.[key];
      const value = after === undefined ? NO_VALUE : dictionary.settingValue(name, after);
      return `${labelOf(t, dictionary, key)}: ${value}`;
    })
    .join(', ');
  const words = job.state === 'differs' ? differs : wordsOf(t, job);
  return <JobState tone={jobTone(job.state)} state={t(`state.${job.state}`)} reason={words} />;
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
