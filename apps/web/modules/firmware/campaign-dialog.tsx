import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconRepeat, IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { UpgradeJob } from '@voltloop/contract/calls/firmware.ts';
import { jobStates } from '@voltloop/contract/firmware-states.ts';
import { Dialog, EmptyState, ErrorState, RelativeTime, SkeletonRows, StatusBadge } from '@voltloop/ui';
import { type Column, DataTable } from '@voltloop/ui/data-table.tsx';
import { Pager } from '@voltloop/ui/pager.tsx';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { ThingName } from '../things/index.ts';
import { CampaignBar, CampaignState } from './campaign-bar.tsx';
import { CampaignButtons } from './campaigns-card.tsx';
import { jobReason, jobState, jobTone } from './job-words.ts';
import { isActive, jobsOf, oneCampaign } from './queries.ts';
import styles from './upgrade.module.css';
import { kindNames } from './upgrade-url.ts';
import { useCampaignActions } from './use-campaign-actions.ts';

/** One campaign with all its devices, live. */
export default function CampaignDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('firmware');
  const { tenantId } = useAccount();
  const found = useQuery(oneCampaign(tenantId, id));
  const campaign = found.data;
  return (
    <Dialog opened onClose={onClose} size={980} title={campaign?.name ?? t('campaign.one')}>
      {found.isPending ? (
        <SkeletonRows rows={4} />
      ) : !campaign ? (
        <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <div className={styles.detail}>
          <div className={styles.campaignHead}>
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
    </Dialog>
  );
}

function Jobs({ id, moving }: { id: string; moving: boolean }) {
  const { t } = useTranslation('firmware');
  const { tenantId } = useAccount();
  const [view, setView] = useState({ page: 1, size: 10, state: null as number | null });
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 250);
  const found = useQuery(jobsOf(tenantId, id, { ...view, search }, moving));
  const columns = useJobColumns(id);
  return (
    <div className={styles.jobs}>
      <div className={styles.jobsBar}>
        <TextInput
          className={styles.search}
          type="search"
          aria-label={t('devices.search')}
          placeholder={t('devices.search')}
          value={text}
          maxLength={100}
          leftSection={<IconSearch size={16} stroke={1.8} />}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setView((now) => ({ ...now, page: 1 }));
          }}
        />
        <Select
          className={styles.versionFilter}
          aria-label={t('job.filter')}
          placeholder={t('job.allStates')}
          clearable
          clearButtonProps={{ 'aria-label': t('job.allStates') }}
          data={Object.entries(jobStates).map(([name, state]) => ({
            value: String(state),
            label: t(`job.state.${name as keyof typeof jobStates}`),
          }))}
          value={view.state === null ? null : String(view.state)}
          onChange={(state) =>
            setView((now) => ({ ...now, page: 1, state: state === null ? null : Number(state) }))
          }
        />
      </div>
      <DataTable<UpgradeJob>
        label={t('job.title')}
        columns={columns}
        rows={found.data?.list ?? []}
        keyOf={(job) => job.id}
        rowHeight={52}
        card={(job) => <JobLines job={job} campaignId={id} />}
        cardHeight={104}
        loading={found.isPending}
        error={found.data ? undefined : found.error}
        onRetry={() => void found.refetch()}
        empty={<EmptyState compact title={t('job.none')} />}
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

/** Old and new version; a waiting device has not been contacted yet. */
const versionsOf = ({ from_version, to_version }: UpgradeJob): string =>
  from_version === null ? to_version : `${from_version} → ${to_version}`;

function useJobColumns(campaignId: string): Column<UpgradeJob>[] {
  const { t } = useTranslation('firmware');
  return useMemo<Column<UpgradeJob>[]>(
    () => [
      {
        id: 'device',
        header: t('column.device'),
        minWidth: 150,
        grow: 2,
        cell: (job) => <ThingName thing={job} />,
      },
      {
        id: 'versions',
        header: t('column.versions'),
        minWidth: 130,
        cell: versionsOf,
      },
      {
        id: 'state',
        header: t('column.upgrade'),
        minWidth: 200,
        grow: 3,
        cell: (job) => <JobStateCell job={job} />,
      },
      {
        id: 'updated',
        header: t('column.updated'),
        width: 120,
        hideBelow: 760,
        cell: (job) => <RelativeTime time={job.updated_at} zone={job.time_zone} />,
      },
      {
        id: 'action',
        header: t('column.action'),
        width: 124,
        align: 'end',
        cell: (job) => <JobButton job={job} campaignId={campaignId} />,
      },
    ],
    [t, campaignId],
  );
}

function JobStateCell({ job }: { job: UpgradeJob }) {
  const { t } = useTranslation('firmware');
  const reason = jobReason(t, job);
  return (
    <span className={styles.stateLines}>
      <StatusBadge tone={jobTone(job.state)} variant="plain">
        {jobState(t, job.state, job.progress)}
      </StatusBadge>
      {reason && (
        <span className={styles.reason} title={reason}>
          {reason}
        </span>
      )}
    </span>
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

/** A job on a phone. */
function JobLines({ job, campaignId }: { job: UpgradeJob; campaignId: string }) {
  return (
    <div className={styles.lines}>
      <strong>{job.devname || job.devid}</strong>
      <JobButton job={job} campaignId={campaignId} />
      <span className={styles.wide}>
        <JobStateCell job={job} />
      </span>
      <span className={styles.sub}>{versionsOf(job)}</span>
    </div>
  );
}
