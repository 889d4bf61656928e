import { type UpgradeMessage, upgradeNews } from '@voltloop/protocol';
import { decodeMessage } from '@voltloop/protocol/decode-message.ts';
import { cutText } from '@voltloop/protocol/text.ts';
import { z } from 'zod';
import { isUuid } from '../../../platform/uuid.ts';

/** A validated report of a device on a job. */
export interface ProgressReport {
  /** The id of the attempt, in lower case. */
  run: string;
  state: UpgradeMessage['state'];
  /** 0 to 100, an integer. */
  progress: number;
  version: string | null;
  error: string | null;
}

const MAX_ERROR = 200;

const text = (max: number) => z.string().transform((s) => cutText(s.trim(), max) || null);

export const upgradeMessage = z.object({
  job: z.string().refine(isUuid),
  state: z.enum(upgradeNews),
  progress: z.number().nullish(),
  version: text(60).nullish(),
  error: text(MAX_ERROR).nullish(),
});

/** Reads a message of `things/{devid}/upgrade`; null when it is invalid. */
export function parseProgress(payload: Buffer): ProgressReport | null {
  const parsed = upgradeMessage.safeParse(decodeMessage(payload));
  if (!parsed.success) return null;
  const { job, state, progress, version, error } = parsed.data;
  return {
    run: job.toLowerCase(),
    state,
    progress: Math.min(100, Math.max(0, Math.trunc(progress ?? 0))),
    version: version ?? null,
    error: error ?? null,
  };
}
