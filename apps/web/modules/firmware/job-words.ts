import type { UpgradeJob } from '@voltloop/contract/calls/firmware.ts';
import { jobErrors, jobStateName, jobStates } from '@voltloop/contract/firmware-states.ts';
import type { TFunction } from 'i18next';
import type { Tone } from '../../ui/index.ts';

const tones: Record<number, Tone> = {
  [jobStates.waiting]: 'neutral',
  [jobStates.sent]: 'info',
  [jobStates.downloading]: 'info',
  [jobStates.installing]: 'info',
  [jobStates.done]: 'ok',
  [jobStates.failed]: 'danger',
  [jobStates.timedOut]: 'warning',
  [jobStates.cancelled]: 'neutral',
};

export const jobTone = (state: number): Tone => tones[state] ?? 'neutral';

/** A job's state as a word, with its progress if it has any. */
export function jobState(t: TFunction<'firmware'>, state: number, progress: number): string {
  const word = t(`job.state.${jobStateName(state)}`);
  return state === jobStates.downloading || state === jobStates.installing ? `${word} ${progress} %` : word;
}

/** Why a job waits or failed, in the interface language. Empty if the state explains itself. */
export function jobReason(t: TFunction<'firmware'>, job: UpgradeJob): string {
  if (job.cancelling) return t('job.cancelling');
  if (job.waits_for) return t(`job.waits.${job.waits_for}`);
  if (!job.error) return '';
  const known = jobErrors.find((each) => each === job.error);
  return known ? t(`job.error.${known}`) : t('job.error.other', { text: job.error });
}
