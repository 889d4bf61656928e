import { decodeMessage } from '@voltloop/protocol/decode-message.ts';
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

const DAY_MS = 86_400_000;
const name = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_.@-]+$/);
const number = z.number().nullish();

const eventMessage = z.object({
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

/** Reads a message of `things/{devid}/events`; null when it is invalid, or more than a day ahead. */
export function parseEvent(payload: Buffer, now_ms: number): DeviceEvent | null {
  const parsed = eventMessage.safeParse(decodeMessage(payload));
  if (!parsed.success) return null;
  const { code, level, source, value, threshold, begin, end } = parsed.data;
  const begin_ms = epoch_ms(begin);
  const end_ms = end == null ? null : epoch_ms(end);
  if (Math.max(begin_ms, end_ms ?? 0) > now_ms + DAY_MS) return null;
  if (end_ms !== null && end_ms < begin_ms) return null;
  const kind = kindOfCode(code, level, source);
  return { kind, value: value ?? null, threshold: threshold ?? null, begin_ms, end_ms };
}

/** Ten digits are seconds (specification section 3). */
const epoch_ms = (t: number) => Math.trunc(t >= 1e9 && t < 1e10 ? t * 1000 : t);
