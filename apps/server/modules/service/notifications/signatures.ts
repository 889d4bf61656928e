import { createHmac } from 'node:crypto';

/** Signatures as the receivers verify them. */

/** For a DingTalk bot: the time (ms) and the secret, signed with the secret, base64. */
export function dingtalkSignature(secret: string, time_ms: number): string {
  return createHmac('sha256', secret).update(`${time_ms}\n${secret}`).digest('base64');
}

/** For a Feishu bot: an empty message, signed with the time (s) and the secret, base64. */
export function feishuSignature(secret: string, time_s: number): string {
  return createHmac('sha256', `${time_s}\n${secret}`).update('').digest('base64');
}
