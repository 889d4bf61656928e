import type { Campaign } from '@voltloop/contract/calls/firmware.ts';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../ui/index.ts';
import { JobsProgress } from '../../ui/jobs/jobs-progress.tsx';

const tones: Record<Campaign['state'], Tone> = {
  running: 'info',
  paused: 'neutral',
  stopped: 'danger',
  done: 'ok',
  cancelled: 'neutral',
};

export function CampaignState({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('firmware');
  const { state, jobs } = campaign;
  const tone = state === 'done' && jobs.failed + jobs.timedOut > 0 ? 'warning' : tones[state];
  return <StatusBadge tone={tone}>{t(`campaign.state.${state}`)}</StatusBadge>;
}

/** Progress of a campaign: shares of its devices as a bar and in words. */
export function CampaignBar({ campaign: { jobs, name } }: { campaign: Campaign }) {
  const { t } = useTranslation('firmware');
  const underWay = jobs.sent + jobs.downloading + jobs.installing;
  const bad = jobs.failed + jobs.timedOut;
  return (
    <JobsProgress
      label={t('campaign.progressOf', { name })}
      total={jobs.total}
      ended={jobs.done + bad + jobs.cancelled}
      parts={[
        { tone: 'ok', n: jobs.done, text: t('campaign.count.done', { n: jobs.done }) },
        { tone: 'bad', n: bad, text: t('campaign.count.failed', { n: bad }) },
        { tone: 'now', n: underWay, text: t('campaign.count.underWay', { n: underWay }) },
        { tone: 'off', n: jobs.cancelled, text: t('campaign.count.cancelled', { n: jobs.cancelled }) },
        { tone: 'rest', n: jobs.waiting, text: t('campaign.count.waiting', { n: jobs.waiting }) },
      ]}
    />
  );
}
