import { cutText } from '@voltloop/protocol/text.ts';
import { createTransport, type Transporter } from 'nodemailer';
import { Counter } from 'prom-client';
import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import { storableText } from '../../../platform/storable.ts';
import { compose, type EmailContent, senderOf } from './compose.ts';
import { Outbox } from './outbox.ts';
import { MailRefused } from './refused.ts';

export { type EmailContent, escapeHtml } from './compose.ts';
export { MailRefused } from './refused.ts';

export interface Mail extends Module {
  /** Whether a mail server is configured. */
  enabled(): boolean;
  /** The origin of links in e-mails. */
  origin(): string;
  /**
   * Passes an e-mail to the mail server; resolves once the server has accepted it.
   * @param messageId The same for every attempt, so that recipients can drop duplicates.
   * @throws MailRefused with the server's reason, or why it was unreachable
   */
  send(to: string, email: EmailContent, messageId?: string): Promise<void>;
  /** E-mails about accounts, stored before they are sent (docs/decisions/0071). */
  outbox: Pick<Outbox, 'queue' | 'withdraw' | 'sendNow' | 'run'>;
}

const TIMEOUT_MS = 15_000;
const MAX_REASON_CHARS = 300;

/** Mail over SMTP (settings SMTP_URL and MAIL_FROM). */
const emails = new Counter({
  name: 'voltloop_emails_total',
  help: 'E-mails passed to the mail server: sent, refused by it, or failed without an answer.',
  labelNames: ['outcome'],
});

export function createMail(services: Pick<Services, 'config' | 'db' | 'clock' | 'log'>): Mail {
  const { config } = services;
  let transport: { url: string; to: Transporter } | undefined;
  const transporter = (url: string) => {
    if (transport?.url !== url) {
      transport?.to.close();
      const timeouts = {
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
      };
      // The content must not give access to files and addresses of this machine.
      transport = {
        url,
        to: createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true }),
      };
    }
    return transport.to;
  };
  const enabled = () => config.smtpUrl !== undefined;
  const send: Mail['send'] = async (to, email, messageId) => {
    if (config.smtpUrl === undefined) throw new MailRefused('no mail server is set up', true);
    try {
      await transporter(config.smtpUrl).sendMail({
        from: senderOf(config.mailFrom, email.brand),
        // An object: a text could name several recipients.
        to: { name: '', address: to },
        ...(messageId ? { messageId } : {}),
        ...compose(email),
        ...(email.attachments ? { attachments: [...email.attachments] } : {}),
        ...(email.unsubscribe ? { list: { unsubscribe: email.unsubscribe } } : {}),
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': email.language },
      });
      emails.inc({ outcome: 'sent' });
    } catch (error) {
      const { responseCode, message } = error as { responseCode?: number; message: string };
      emails.inc({ outcome: responseCode === undefined ? 'failed' : 'refused' });
      throw new MailRefused(cutText(storableText(message), MAX_REASON_CHARS), (responseCode ?? 0) >= 500);
    }
  };
  const outbox = new Outbox(services, enabled, send);
  return {
    enabled,
    origin: () => config.mailOrigin ?? '',
    send,
    outbox,
    async start() {
      outbox.start();
    },
    stop: () => outbox.stop(),
  };
}
