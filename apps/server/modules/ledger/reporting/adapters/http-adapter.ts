import { createHash, createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { AllowedHosts } from '../../../../platform/outbound/endpoint.ts';
import { type HttpAnswer, send } from '../../../../platform/outbound/http-request.ts';
import { readJson } from '../../../../platform/storable.ts';
import type { Adapter, Answer, Outcome, Sending } from './adapter.ts';

export interface HttpAdapterOptions {
  /** Base address of the platform. */
  endpoint: string;
  keyId: string;
  secret: string;
  allowed: AllowedHosts;
  clock: () => Date;
  timeout_ms: number;
}

const answered = z.object({
  key: z.string(),
  status: z.enum(['accepted', 'refused']),
  version: z.number().int().positive(),
  platformId: z.string().min(1).max(100).optional(),
  errors: z
    .array(z.object({ field: z.string().max(60).optional(), message: z.string().max(300) }))
    .optional(),
});

/** HTTP with an access key and an HMAC signature (docs/decisions/0041). */
export function httpAdapter(options: HttpAdapterOptions): Adapter {
  const base = options.endpoint.replace(/\/+$/, '');
  const call = async (method: 'GET' | 'POST', path: string, sending: Sending): Promise<HttpAnswer> => {
    const body = method === 'POST' ? bodyOf(sending) : null;
    const url = `${base}${path}`;
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...(body === null ? {} : { 'content-type': 'application/json', 'idempotency-key': sending.key }),
      ...signed(options, method, new URL(url).pathname, body ?? ''),
    };
    return send({
      method,
      url,
      headers,
      body,
      timeout_ms: options.timeout_ms,
      allowed: options.allowed,
      requestId: sending.key,
    });
  };
  return {
    describe: (purpose, sending) =>
      purpose === 'ask'
        ? `GET ${base}${recordPath(sending)}`
        : `POST ${base}/records\nIdempotency-Key: ${sending.key}\n\n${bodyOf(sending)}`,
    submit: async (sending) => answerOf(await call('POST', '/records', sending), sending, 'submit'),
    ask: async (sending) => answerOf(await call('GET', recordPath(sending), sending), sending, 'ask'),
  };
}

const recordPath = ({ key }: Sending) => `/records/${encodeURIComponent(key)}`;
const bodyOf = (sending: Sending) => JSON.stringify(sending);

/** The signed content: method, path, time, nonce and digest of the body, one per line. */
export const signatureOf = (secret: string, lines: readonly string[]): string =>
  createHmac('sha256', secret).update(lines.join('\n')).digest('hex');

function signed(
  { keyId, secret, clock }: HttpAdapterOptions,
  method: string,
  path: string,
  body: string,
): Record<string, string> {
  const time = String(clock().getTime());
  const nonce = randomBytes(16).toString('hex');
  const digest = createHash('sha256').update(body).digest('hex');
  return {
    'x-key-id': keyId,
    'x-timestamp': time,
    'x-nonce': nonce,
    'x-signature': signatureOf(secret, [method, path, time, nonce, digest]),
  };
}

function answerOf(answer: HttpAnswer, sending: Sending, purpose: 'submit' | 'ask'): Answer {
  if ('error' in answer) {
    const outcome = answer.sent && purpose === 'submit' ? 'unknown' : 'failed';
    if (answer.error === 'unsendable')
      return { outcome: 'unsendable', error: 'reporting.error.unsendable', status: null, text: null };
    const key = answer.error === 'refused' ? `endpoint.${answer.problem}` : `error.${answer.error}`;
    return { outcome, error: `reporting.${key}`, status: null, text: null };
  }
  return { ...outcomeOf(answer, sending, purpose), status: answer.status, text: answer.text };
}

/** Accepts only a reply that names this record and its state. */
function outcomeOf(
  { status, text }: { status: number; text: string },
  sending: Sending,
  purpose: 'submit' | 'ask',
): Outcome {
  if (status === 401 || status === 403) return { outcome: 'failed', error: 'reporting.error.signature' };
  if (status === 429) return { outcome: 'failed', error: 'reporting.error.busy' };
  if (status === 404)
    return purpose === 'ask'
      ? { outcome: 'notThere' }
      : { outcome: 'failed', error: 'reporting.error.address' };
  const found = [200, 201, 409, 422].includes(status) ? answered.safeParse(readJson(text)) : null;
  if (!found?.success || found.data.key !== sending.key || found.data.version > sending.version)
    return { outcome: 'unknown', error: status >= 500 ? 'reporting.error.fault' : 'reporting.error.wrong' };
  const { platformId, version, errors = [] } = found.data;
  if (found.data.status === 'accepted')
    return platformId
      ? { outcome: 'accepted', platformId, version }
      : { outcome: 'unknown', error: 'reporting.error.wrong' };
  const error = errors.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; ');
  return { outcome: 'refused', error: error || 'reporting.error.noReason', version };
}
