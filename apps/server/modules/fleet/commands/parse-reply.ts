import type { ReplyMessage } from '@voltloop/protocol';
import { decodeMessage, isNestedAtMost } from '@voltloop/protocol/decode-message.ts';
import { cutText } from '@voltloop/protocol/text.ts';
import { z } from 'zod';
import { isUuid } from '../../../platform/uuid.ts';

/** A device's reply as stored in the ledger; `device_time` in epoch ms. */
export interface Reply {
  id: string;
  ok: boolean;
  values: Record<string, unknown>;
  error: string | null;
  device_time: number | null;
}

const MAX_ERROR = 500;
/** Levels of objects and lists in a reply: the values of a setting may be a table. */
const MAX_NESTING = 10;

export const replyMessage = z.object({
  id: z.string().refine(isUuid),
  ok: z.boolean(),
  values: z.record(z.string(), z.unknown()).nullish(),
  error: z.string().nullish(),
  device_time: z.number().nonnegative().max(8.64e15).nullish(),
}) satisfies z.ZodType<ReplyMessage | object>;

/** Reads a message of `things/{devid}/replies`; null when it is invalid. */
export function parseReply(payload: Buffer): Reply | null {
  const message = decodeMessage(payload);
  if (!isNestedAtMost(message, MAX_NESTING)) return null;
  const parsed = replyMessage.safeParse(message);
  if (!parsed.success) return null;
  const { id, ok, values, error, device_time } = parsed.data;
  return {
    id: id.toLowerCase(),
    ok,
    values: values ?? {},
    error: ok ? null : cutText(error ?? '', MAX_ERROR) || 'refused by the device',
    device_time: device_time == null ? null : epoch_ms(device_time),
  };
}

/** Ten digits are seconds (specification section 3). */
const epoch_ms = (t: number) => Math.trunc(t >= 1e9 && t < 1e10 ? t * 1000 : t);
