import { send } from '../../../platform/outbound/http-request.ts';
import { signedRequest } from '../../../platform/outbound/signed-request.ts';
import type { Core } from './core.ts';
import type { Change } from './store.ts';

export interface Outcome {
  /** Null: accepted. `HTTP 500`, or one of `late`, `down`, `broken`, `wrong`, `unsendable`, `refused`, `internal`. */
  error: string | null;
  /** The receiver answered that nothing is at this address. */
  gone: boolean;
}

/** Posts changes to the address of a webhook, once. */
export async function post(
  { services, box, timeout_ms }: Core,
  webhook: { id: string; url: string; secret: Buffer },
  requestId: string,
  changes: readonly Change[],
): Promise<Outcome> {
  const secret = (await box()).open(webhook.secret, webhook.id).toString('utf8');
  const now = services.clock();
  const content = { id: requestId, webhook: webhook.id, time: now.getTime(), changes };
  const answer = await send({
    ...signedRequest({ url: webhook.url, secret, id: requestId }, content, now),
    method: 'POST',
    timeout_ms,
    allowed: services.config.webhookHosts,
    query: true,
    requestId,
  });
  if ('error' in answer) return { error: answer.error, gone: false };
  const { status } = answer;
  if (status >= 200 && status <= 299) return { error: null, gone: false };
  return { error: `HTTP ${status}`, gone: status === 404 || status === 410 };
}
