import type { NotificationChannel } from '@voltloop/contract';
import { send } from '../../../platform/outbound/http-request.ts';
import { brandNameOf } from '../../../platform/product-name.ts';
import { MailRefused } from '../../people/mail/index.ts';
import type { Core } from './core.ts';
import { noticeEmail } from './emails.ts';
import { pushRequest } from './push-request.ts';
import { hookRequest, refusal } from './requests.ts';
import type { Notice } from './words.ts';

/** The destination of a message. */
export interface Destination {
  channel_id: string;
  account_id: string;
  kind: NotificationChannel['kind'];
  target: string;
  /** Encrypted. */
  secret: Buffer | null;
}

export type Outcome =
  | { state: 'sent' }
  | { state: 'dropped' }
  | {
      state: 'failed';
      error: string;
      /** A retry is pointless. */
      permanent: boolean;
      /** The receiver reports that the address no longer exists. */
      gone: boolean;
    };

/**
 * Delivers a notice to its channel, with a single attempt.
 * @throws for errors in building the request
 */
export async function deliver(
  core: Core,
  { channel_id, account_id, kind, target, secret: sealed }: Destination,
  notice: Notice,
  timeout_ms: number,
): Promise<Outcome> {
  const { mail, services, box } = core;
  if (kind === 'email') {
    const brand = await brandNameOf(services.db, account_id);
    try {
      await mail.send(target, noticeEmail(notice, mail.origin(), brand), `<${notice.id}@voltloop.invalid>`);
      return { state: 'sent' };
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      return { state: 'failed', error: error.message, permanent: error.permanent, gone: false };
    }
  }
  const secret = sealed && (await box()).open(sealed, channel_id).toString('utf8');
  const now = services.clock();
  const request =
    kind === 'push'
      ? await pushRequest(
          { target, keys: JSON.parse(secret ?? '{}'), vapid: await core.vapid() },
          notice,
          now,
        )
      : hookRequest({ kind, target, secret }, notice, { origin: mail.origin(), now });
  const allowed = services.config.webhookHosts;
  const answer = await send({
    ...request,
    method: 'POST',
    timeout_ms,
    allowed,
    query: true,
    requestId: notice.id,
  });
  if ('error' in answer)
    return { state: 'failed', error: `error.${answer.error}`, permanent: false, gone: false };
  // Push services report errors by HTTP status, as webhooks do.
  const error = refusal(kind === 'push' ? 'webhook' : kind, answer.status, answer.text);
  if (error === null) return { state: 'sent' };
  const gone = answer.status === 404 || answer.status === 410;
  return { state: 'failed', error, permanent: gone, gone };
}
