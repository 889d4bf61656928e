import { createHmac } from 'node:crypto';

/** The signature of a webhook request: HMAC-SHA256 over id, time (s) and body, so that none of them can be replaced. */
export function webhookSignature(secret: string, id: string, time_s: number, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${id}.${time_s}.${body}`).digest('hex')}`;
}

/** A signed JSON request. Receivers drop duplicates by `id`, which is the same for all attempts. */
export function signedRequest(
  { url, secret, id }: { url: string; secret: string; id: string },
  content: object,
  now: Date,
): { url: string; headers: Record<string, string>; body: string } {
  const time_s = Math.floor(now.getTime() / 1000);
  const body = JSON.stringify(content);
  return {
    url,
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': id,
      'X-Voltloop-Id': id,
      'X-Voltloop-Timestamp': String(time_s),
      'X-Voltloop-Signature': webhookSignature(secret, id, time_s, body),
    },
    body,
  };
}
