import type { ReplyMessage } from '@voltloop/protocol';
import { z } from 'zod';
import { isUuid } from '../../platform/uuid.ts';

/** A device's reply as the ledger keeps it; `device_time` in epoch ms. */
export interface Reply {
  id: string;
  ok: boolean;
  values: Record<string, unknown>;
  error: string | null;
  device_time: number | null;
}

const MAX_ERROR = 500;

const replyMessage = z.object({
  id: z.string().refine(isUuid),
  ok: z.boolean(),
  values: z.record(z.string(), z.unknown()).nullish(),
  error: z.string().nullish(),
  device_time: z.number().nonnegative().max(8.64e15).nullish(),
}) satisfies z.ZodType<ReplyMessage | object>;

/** Reads a message of `things/{devid}/replies`; null when it is none. */
export function parseReply(payload: Buffer): Reply | null {
  let message: unknown;
  try {
    message = JSON.parse(payload.toString('utf8'));
  } catch {
    return null;
  }
  const parsed = replyMessage.safeParse(message);
  if (!parsed.success) return null;
  const { id, ok, values, error, device_time } = parsed.data;
  return {
    id: id.toLowerCase(),
    ok,
    values: storable(values ?? {}) as Record<string, unknown>,
    error: ok ? null : storableText(error ?? '').slice(0, MAX_ERROR) || 'refused by the device',
    device_time: device_time == null ? null : epoch_ms(device_time),
  };
}

/** Ten digits are seconds (specification section 3). */
const epoch_ms = (t: number) => Math.trunc(t >= 1e9 && t < 1e10 ? t * 1000 : t);

/** PostgreSQL keeps neither NUL nor half a surrogate pair: what a device sends must not make a reply unstorable. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [storableText(k), storable(v)]));
}

const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();
