import { Button } from '@mantine/core';
import {
  IconChevronRight,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRepeat,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Campaign } from '@voltloop/contract/calls/firmware.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { Card, ConfirmDialog, EmptyState, RelativeTime } from '../../ui/index.ts';
import jobsStyles from '../../ui/jobs/jobs.module.css';
import { QueryState } from '../../ui/states/query-state.tsx';
import { FixedPager } from '../../ui/table/pager.tsx';
import { CampaignBar, CampaignState } from './campaign-bar.tsx';
import { CAMPAIGNS_SHOWN, campaigns } from './queries.ts';
import styles from './upgrade.module.css';
import { kindNames } from './upgrade-url.ts';
import { stepsOf, useCampaignActions } from './use-campaign-actions.ts';

/** Upgrade campaigns, newest first, live. */
export function CampaignsCard({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation('firmware');
  const { tenantId } = useAccount();
  const [page, setPage] = useState(1);
  const found = useQuery(campaigns(tenantId, page));
  return (
    <Card title={t('campaign.title')} description={t('campaign.description')} padding="flush">
      <QueryState of={found} rows={2}>
        {({ list, total }) =>
          total === 0 ? (
            <EmptyState compact title={t('campaign.none')} text={t('campaign.noneText')} />
          ) : (
            <ul className={jobsStyles.list}>
              {list.map((campaign) => (
                <CampaignRow key={campaign.id} campaign={campaign} onOpen={onOpen} />
              ))}
            </ul>
          )
        }
      </QueryState>
      <div className={jobsStyles.pager}>
        <FixedPager total={found.data?.total ?? 0} page={page} size={CAMPAIGNS_SHOWN} onPage={setPage} />
      </div>
    </Card>
  );
}

function CampaignRow({ campaign, onOpen }: { campaign: Campaign; onOpen: (id: string) => void }) {
  const { t } = useTranslation('firmware');
  return (
    <li>
      <div className={jobsStyles.head}>
        <button type="button" className={jobsStyles.name} onClick={() => onOpen(campaign.id)}>
          {campaign.name}
          <IconChevronRight size={15} stroke={2} aria-hidden="true" />
        </button>
        <CampaignState campaign={campaign} />
        <span className={styles.muted}>
          {t(`kind.${kindNames[campaign.pkgtype]}`)} {campaign.version}
          {campaign.waves.length > 1 &&
            ` · ${t('campaign.wave', { wave: campaign.wave, waves: campaign.waves.length })}`}
          {campaign.window && ` · ${t('campaign.window', campaign.window)}`}
          {campaign.created_by && ` · ${campaign.created_by}`}
          {' · '}
          <RelativeTime time={campaign.created_at} />
        </span>
      </div>
      <CampaignBar campaign={campaign} />
      <CampaignButtons campaign={campaign} />
    </li>
  );
}

/** Pause, resume, retry, cancel: as the campaign's state allows. */
export function CampaignButtons({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('firmware');
  const { move, retry } = useCampaignActions();
  const [asking, setAsking] = useState(false);
  const { id, name, jobs, state } = campaign;
  const steps = stepsOf(campaign);
  const step = (next: 'pause' | 'resume') => move.mutate({ id, step: next });
  const button = {
    size: 'compact-sm',
    variant: 'default',
    disabled: move.isPending || retry.isPending,
  } as const;
  const icon = { size: 14, 'aria-hidden': true } as const;
  const failed = jobs.failed + jobs.timedOut;
  if (!Object.values(steps).some(Boolean)) return null;
  return (
    <div className={styles.actions}>
      {state === 'stopped' && (
        <span className={styles.stopped} role="note">
          {t('campaign.stoppedText', { max: campaign.max_failed_pct })}
        </span>
      )}
      {steps.pause && (
        <Button {...button} leftSection={<IconPlayerPause {...icon} />} onClick={() => step('pause')}>
          {t('campaign.pause')}
        </Button>
      )}
      {steps.resume && (
        <Button {...button} leftSection={<IconPlayerPlay {...icon} />} onClick={() => step('resume')}>
          {t('campaign.resume')}
        </Button>
      )}
      {steps.retry && (
        <Button {...button} leftSection={<IconRepeat {...icon} />} onClick={() => retry.mutate({ id })}>
          {t('campaign.retry', { count: failed, n: failed })}
        </Button>
      )}
      {steps.cancel && (
        <Button {...button} leftSection={<IconPlayerStop {...icon} />} onClick={() => setAsking(true)}>
          {t('campaign.cancel')}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('campaign.cancelTitle', { name })}
        confirmLabel={t('campaign.cancelConfirm')}
        danger
        onConfirm={async () => {
          await move.mutateAsync({ id, step: 'cancel' });
        }}
      >
        {t('campaign.cancelText', {
          waiting: jobs.waiting,
          underWay: jobs.sent + jobs.downloading,
          installing: jobs.installing,
        })}
      </ConfirmDialog>
    </div>
  );
}
