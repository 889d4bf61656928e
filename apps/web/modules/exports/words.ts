import type { ExportRun, ExportSchedule } from '@voltloop/contract/calls/exports.ts';
import { useTranslation } from 'react-i18next';
import type { Tone } from '../../ui/index.ts';

/** A period as its first and last day. */
export function usePeriodWords() {
  const { t } = useTranslation('exports');
  return ({ from_day, last_day }: Pick<ExportRun, 'from_day' | 'last_day'>) =>
    from_day === last_day ? from_day : t('days', { from: from_day, to: last_day });
}

export type ShownState = ExportRun['state'] | 'running' | 'retry' | 'stopped' | 'removed';

export const tones: Record<ShownState, Tone> = {
  waiting: 'info',
  running: 'info',
  retry: 'warning',
  done: 'ok',
  failed: 'danger',
  dropped: 'neutral',
  stopped: 'danger',
  removed: 'neutral',
};

/** The displayed state of a run. */
export function stateOf({ state, running, error, removed_at, file }: ExportRun): ShownState {
  if (state === 'done' && !file && removed_at !== null) return 'removed';
  if (state !== 'waiting') return state;
  if (running) return 'running';
  return error === null ? 'waiting' : 'retry';
}

/** A one-line summary of a schedule. */
export function useSummary() {
  const { t } = useTranslation('exports');
  return ({ content, agg_interval, scope, site, devices, format }: ExportSchedule) =>
    t(agg_interval === 'raw' ? 'summaryRaw' : 'summary', {
      content: t(`content.${content}`),
      interval: t(`interval.${agg_interval}`),
      of:
        scope === 'devices'
          ? t('of.devices', { count: devices.length })
          : t(`of.${scope}`, { name: site?.name ?? '' }),
      format: t(`format.${format}`),
    });
}
