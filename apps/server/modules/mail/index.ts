import { createTransport, type Transporter } from 'nodemailer';
import type { Services } from '../../platform/services.ts';
import { compose, type Letter } from './compose.ts';

export { escapeHtml, type Letter } from './compose.ts';

export interface Mail {
  /** Whether a mail server is set up. */
  enabled(): boolean;
  /** Where links of letters lead. */
  origin(): string;
  /**
   * Hands a letter to the mail server; resolves when that has taken it.
   * @param messageId Stays the same when a letter is sent again, so that receivers can drop the second one.
   * @throws MailRefused with the server's reason, or why it was not reached
   */
  send(to: string, letter: Letter, messageId?: string): Promise<void>;
}

/** A letter that the mail server did not take. */
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
      // What a letter holds must not become a way to files and addresses of this machine.
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
    async send(to, letter, messageId) {
      if (config.smtpUrl === undefined) throw new MailRefused('no mail server is set up', true);
      try {
        await transporter(config.smtpUrl).sendMail({
          from: config.mailFrom,
          // An object: a text could name several recipients.
          to: { name: '', address: to },
          ...(messageId ? { messageId } : {}),
          ...compose(letter),
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': letter.language },
        });
      } catch (error) {
        const { responseCode, message } = error as { responseCode?: number; message: string };
        throw new MailRefused(message.slice(0, MOST_REASON_CHARS), (responseCode ?? 0) >= 500);
      }
    },
  };
}
