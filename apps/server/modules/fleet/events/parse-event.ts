import { decodeMessage } from '@voltloop/protocol/decode-message.ts';
import { DAY_MS, MAX_AGE_MS } from '@voltloop/protocol/read-frames.ts';
import { z } from 'zod';
import { type EventKind, FENCE_SOURCE, kindOfCode, RULE_SOURCE } from './rules.ts';

/** A device's event message; times in epoch ms. */
export interface DeviceEvent {
  kind: EventKind;
  value: number | null;
  threshold: number | null;
  begin_ms: number;
  /** Null while it is active. */
  end_ms: number | null;
}

const name = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_.@-]+$/);
/** No unit of a device has larger values. */
const number = z.number().min(-1e9).max(1e9).nullish();

export const eventMessage = z.object({
  code: name(64),
  level: z.literal([1, 2, 3]),
  source: name(32)
    .refine((source) => source !== RULE_SOURCE && source !== FENCE_SOURCE)
    .default('EMS'),
  value: number,
  threshold: number,
  begin: z.number().nonnegative(),
  end: z.number().nonnegative().nullish(),
});

/**
 * Reads a message of `things/{devid}/events`; null when it is invalid, more than a day ahead, or more than 400 days old.
 * As with frames, a time of a fast clock counts at its time of receipt: otherwise nothing could end the event before.
 */
export function parseEvent(payload: Buffer, now_ms: number): DeviceEvent | null {
  const parsed = eventMessage.safeParse(decodeMessage(payload));
  if (!parsed.success) return null;
  const { code, level, source, value, threshold, begin, end } = parsed.data;
  const begin_ms = epoch_ms(begin);
  const end_ms = end == null ? null : epoch_ms(end);
  if (Math.max(begin_ms, end_ms ?? 0) > now_ms + DAY_MS) return null;
  if (begin_ms < now_ms - MAX_AGE_MS || (end_ms !== null && end_ms < begin_ms)) return null;
  return {
    kind: kindOfCode(code, level, source),
    value: value ?? null,
    threshold: threshold ?? null,
    begin_ms: Math.min(begin_ms, now_ms),
    end_ms: end_ms === null ? null : Math.min(end_ms, now_ms),
  };
}

/** Ten digits are seconds (specification section 3). */
const epoch_ms = (t: number) => Math.trunc(t >= 1e9 && t < 1e10 ? t * 1000 : t);
