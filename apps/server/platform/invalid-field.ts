import { decodeMessage } from '@voltloop/protocol/decode-message.ts';
import type { z } from 'zod';

/** The first invalid field of a device's message, for its reject; empty if the schema accepts the message. */
export function invalidField(schema: z.ZodType, payload: Buffer): string {
  const [issue] = schema.safeParse(decodeMessage(payload)).error?.issues ?? [];
  return issue?.path.join('.') ?? '';
}
