import { Button } from '@mantine/core';
import { IconRepeat, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { UpgradeJob } from '@voltloop/contract/calls/firmware.ts';
import { jobStates } from '@voltloop/contract/firmware-states.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { Dialog } from '../../ui/index.ts';
import jobsStyles from '../../ui/jobs/jobs.module.css';
import { JobCard, JobState, JobsTable, jobColumns, useJobsView } from '../../ui/jobs/jobs-table.tsx';
import { QueryState } from '../../ui/states/query-state.tsx';
import { ThingName } from '../things/index.ts';
import { CampaignBar, CampaignState } from './campaign-bar.tsx';
import { CampaignButtons } from './campaigns-card.tsx';
import { jobReason, jobState, jobTone } from './job-words.ts';
import { kindNames } from './kinds.ts';
import { isActive, jobsOf, oneCampaign } from './queries.ts';
import styles from './upgrade.module.css';
import { useCampaignActions } from './use-campaign-actions.ts';

/** One campaign with all its devices, live. */
export default function CampaignDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('firmware');
  const { tenantId } = useAccount();
  const found = useQuery(oneCampaign(tenantId, id));
  return (
    <Dialog opened onClose={onClose} size={980} title={found.data?.name ?? t('campaign.one')}>
      <QueryState of={found} rows={4}>
        {(campaign) => (
          <div className={jobsStyles.detail}>
            <div className={jobsStyles.head}>
              <CampaignState campaign={campaign} />
              <span className={styles.muted}>
                {t(`kind.${kindNames[campaign.pkgtype]}`)} {campaign.version}
                {campaign.waves.length > 1 &&
                  ` · ${t('campaign.wave', { wave: campaign.wave, waves: campaign.waves.length })} (${campaign.waves
                    .map((w) => w.things)
                    .join(' / ')})`}
                {` · ${t('campaign.minSoc', { min: campaign.min_soc })}`}
                {campaign.window && ` · ${t('campaign.window', campaign.window)}`}
              </span>
            </div>
            <CampaignBar campaign={campaign} />
            <CampaignButtons campaign={campaign} />
            <Jobs id={id} moving={isActive(campaign)} />
          </div>
        )}
      </QueryState>
    </Dialog>
  );
}

function Jobs({ id, moving }: { id: string; moving: boolean }) {
  const { t } = useTranslation('firmware');
  const { tenantId } = useAccount();
  const [view, setView] = useJobsView();
  const columns = useMemo(
    () =>
      jobColumns<UpgradeJob>({
        headers: { device: t('column.device'), time: t('column.updated'), action: t('column.action') },
        device: (job) => <ThingName thing={job} />,
        columns: [
          { id: 'versions', header: t('column.versions'), minWidth: 130, cell: versionsOf },
          {
            id: 'state',
            header: t('column.upgrade'),
            minWidth: 200,
            grow: 3,
            cell: (job) => <JobStateCell job={job} />,
          },
        ],
        time: (job) => job.updated_at,
        action: (job) => <JobButton job={job} campaignId={id} />,
      }),
    [t, id],
  );
  return (
    <JobsTable
      view={view}
      onShow={setView}
      found={useQuery(jobsOf(tenantId, id, view, moving))}
      columns={columns}
      words={{
        table: t('job.title'),
        search: t('devices.search'),
        filter: t('job.filter'),
        allStates: t('job.allStates'),
        none: t('job.none'),
      }}
      states={Object.entries(jobStates).map(([name, state]) => ({
        value: String(state),
        label: t(`job.state.${name as keyof typeof jobStates}`),
      }))}
      rowHeight={52}
      card={(job) => (
        <JobCard job={job} action={<JobButton job={job} campaignId={id} />}>
          <JobStateCell job={job} />
          <span className={styles.sub}>{versionsOf(job)}</span>
        </JobCard>
      )}
      cardHeight={104}
    />
  );
}

/** Old and new version; a waiting device has not been contacted yet. */
const versionsOf = ({ from_version, to_version }: UpgradeJob): string =>
  from_version === null ? to_version : `${from_version} → ${to_version}`;

function JobStateCell({ job }: { job: UpgradeJob }) {
  const { t } = useTranslation('firmware');
  return (
    <JobState
      tone={jobTone(job.state)}
      state={jobState(t, job.state, job.progress)}
      reason={jobReason(t, job)}
    />
  );
}

/** The action that is possible for a job now, if any. */
function JobButton({ job, campaignId }: { job: UpgradeJob; campaignId: string }) {
  const { t } = useTranslation('firmware');
  const { retry, cancel } = useCampaignActions();
  if (job.state < jobStates.installing && !job.cancelling)
    return (
      <Button
        size="compact-sm"
        variant="default"
        loading={cancel.isPending}
        leftSection={<IconX size={14} aria-hidden="true" />}
        aria-label={t('job.cancelOf', { devid: job.devid })}
        onClick={() => cancel.mutate(job.id)}
      >
        {t('job.cancel')}
      </Button>
    );
  if (job.state > jobStates.done)
    return (
      <Button
        size="compact-sm"
        variant="default"
        loading={retry.isPending}
        leftSection={<IconRepeat size={14} aria-hidden="true" />}
        aria-label={t('job.retryOf', { devid: job.devid })}
        onClick={() => retry.mutate({ id: campaignId, jobs: [job.id] })}
      >
        {t('job.retry')}
      </Button>
    );
  return null;
}
