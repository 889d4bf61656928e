import type { ParamJob, ParamJobState } from '@voltloop/contract/calls/params.ts';
import type { Tone } from '../../ui/index.ts';

const tones: Record<ParamJobState, Tone> = {
  waiting: 'neutral',
  reading: 'info',
  sent: 'info',
  checking: 'info',
  verified: 'ok',
  differs: 'warning',
  failed: 'danger',
  expired: 'warning',
  skipped: 'neutral',
  cancelled: 'neutral',
};

export const jobTone = (state: ParamJobState): Tone => tones[state];

/** Whether a retry includes the job. */
export const canRetry = ({ state }: Pick<ParamJob, 'state'>): boolean =>
  state === 'differs' ||
  state === 'failed' ||
  state === 'expired' ||
  state === 'cancelled' ||
  state === 'skipped';
