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
import { Card, ConfirmDialog, EmptyState, ErrorState, RelativeTime, SkeletonRows } from '@voltloop/ui';
import { Pager } from '@voltloop/ui/pager.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
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
  const total = found.data?.total ?? 0;
  return (
    <Card title={t('campaign.title')} description={t('campaign.description')} padding="flush">
      {found.isPending ? (
        <SkeletonRows rows={2} />
      ) : found.error && !found.data ? (
        <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />
      ) : total === 0 ? (
        <EmptyState compact title={t('campaign.none')} text={t('campaign.noneText')} />
      ) : (
        <ul className={styles.campaigns}>
          {found.data?.list.map((campaign) => (
            <CampaignRow key={campaign.id} campaign={campaign} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {total > CAMPAIGNS_SHOWN && (
        <div className={styles.pager}>
          <Pager
            page={page}
            size={CAMPAIGNS_SHOWN}
            total={total}
            sizes={[CAMPAIGNS_SHOWN]}
            autoScroll={false}
            onChange={(next) => setPage(next.page)}
          />
        </div>
      )}
    </Card>
  );
}

function CampaignRow({ campaign, onOpen }: { campaign: Campaign; onOpen: (id: string) => void }) {
  const { t } = useTranslation('firmware');
  return (
    <li className={styles.campaign}>
      <div className={styles.campaignHead}>
        <button type="button" className={styles.campaignName} onClick={() => onOpen(campaign.id)}>
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
  const busy = move.isPending || retry.isPending;
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
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy}
          leftSection={<IconPlayerPause size={14} aria-hidden="true" />}
          onClick={() => move.mutate({ id, step: 'pause' })}
        >
          {t('campaign.pause')}
        </Button>
      )}
      {steps.resume && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy}
          leftSection={<IconPlayerPlay size={14} aria-hidden="true" />}
          onClick={() => move.mutate({ id, step: 'resume' })}
        >
          {t('campaign.resume')}
        </Button>
      )}
      {steps.retry && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy}
          leftSection={<IconRepeat size={14} aria-hidden="true" />}
          onClick={() => retry.mutate({ id })}
        >
          {t('campaign.retry', { count: failed, n: failed })}
        </Button>
      )}
      {steps.cancel && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy}
          leftSection={<IconPlayerStop size={14} aria-hidden="true" />}
          onClick={() => setAsking(true)}
        >
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
