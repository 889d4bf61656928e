import { createTransport, type Transporter } from 'nodemailer';
import type { Services } from '../../platform/services.ts';
import { compose, type EmailContent, senderOf } from './compose.ts';

export { type EmailContent, escapeHtml } from './compose.ts';

export interface Mail {
  /** Whether a mail server is set up. */
  enabled(): boolean;
  /** The origin that links in e-mails lead to. */
  origin(): string;
  /**
   * Hands an e-mail to the mail server; resolves once the server has accepted it.
   * @param messageId The same for every try, so that recipients can drop duplicates.
   * @throws MailRefused with the server's reason, or why it was not reached
   */
  send(to: string, email: EmailContent, messageId?: string): Promise<void>;
}

/** An e-mail that the mail server did not accept. */
export class MailRefused extends Error {
  /** The server refuses it for good: trying again is of no use. */
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean) {
    super(message);
    this.permanent = permanent;
  }
}

const TIMEOUT_MS = 15_000;
const MOST_REASON_CHARS = 300;

/** Mail over SMTP (settings SMTP_URL and MAIL_FROM). */
export function createMail({ config }: Pick<Services, 'config'>): Mail {
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
  return {
    enabled: () => config.smtpUrl !== undefined,
    origin: () => config.mailOrigin ?? '',
    async send(to, email, messageId) {
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
      } catch (error) {
        const { responseCode, message } = error as { responseCode?: number; message: string };
        throw new MailRefused(message.slice(0, MOST_REASON_CHARS), (responseCode ?? 0) >= 500);
      }
    },
  };
}
