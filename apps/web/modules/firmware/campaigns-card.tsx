import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconRepeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Campaign } from '@voltloop/contract/calls/firmware.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { ConfirmDialog } from '../../ui/index.ts';
import { JobsList } from '../../ui/jobs/jobs-list.tsx';
import { CampaignBar, CampaignState } from './campaign-bar.tsx';
import { kindNames } from './kinds.ts';
import { CAMPAIGNS_SHOWN, campaigns } from './queries.ts';
import styles from './upgrade.module.css';
import { stepsOf, useCampaignActions } from './use-campaign-actions.ts';

/** Upgrade campaigns, newest first, live. */
export function CampaignsCard({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation('firmware');
  const { tenantId } = useAccount();
  const [page, setPage] = useState(1);
  const found = useQuery(campaigns(tenantId, page));
  return (
    <JobsList
      heading={{ title: t('campaign.title'), description: t('campaign.description') }}
      found={found}
      page={page}
      size={CAMPAIGNS_SHOWN}
      onPage={setPage}
      onOpen={onOpen}
      empty={{ title: t('campaign.none'), text: t('campaign.noneText') }}
      badge={(campaign) => <CampaignState campaign={campaign} />}
      facts={({ pkgtype, version, wave, waves, window }) => [
        `${t(`kind.${kindNames[pkgtype]}`)} ${version}`,
        waves.length > 1 && t('campaign.wave', { wave, waves: waves.length }),
        window && t('campaign.window', window),
      ]}
    >
      {(campaign) => (
        <>
          <CampaignBar campaign={campaign} />
          <CampaignButtons campaign={campaign} />
        </>
      )}
    </JobsList>
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
