import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** An e-mail as the mail server received it. */
export interface Received {
  to: string[];
  email: Email;
  source: string;
}

/** A real SMTP server on loopback that stores the mails it accepts. */
export interface Mailbox {
  url: string;
  messages: Received[];
  /** The reply to the next e-mails instead of accepting them: `451 try again`, `550 no such user`. */
  refuse: { code: number; text: string } | null;
  stop(): Promise<void>;
}

/** @param most maximum number of stored e-mails; older ones are dropped */
export async function startMailbox(most = 1000): Promise<Mailbox> {
  const messages: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: 2 * 1024 * 1024,
    logger: false,
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', async () => {
        if (box.refuse) {
          done(Object.assign(new Error(box.refuse.text), { responseCode: box.refuse.code }));
          return;
        }
        const source = Buffer.concat(parts);
        const to = session.envelope.rcptTo.map(({ address }) => address);
        messages.push({ to, email: await PostalMime.parse(source), source: source.toString('utf8') });
        messages.splice(0, Math.max(0, messages.length - most));
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const box: Mailbox = {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    refuse: null,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
  return box;
}
