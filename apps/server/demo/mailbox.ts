import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A letter as a mail server got it. */
export interface Received {
  to: string[];
  email: Email;
  source: string;
}

/** A real SMTP server on loopback that keeps what it takes. */
export interface Mailbox {
  url: string;
  letters: Received[];
  /** The answer to the next letters instead of taking them: `451 try again`, `550 no such user`. */
  refuse: { code: number; text: string } | null;
  stop(): Promise<void>;
}

/** @param most Letters that are kept; older ones go. */
export async function startMailbox(most = 1000): Promise<Mailbox> {
  const letters: Received[] = [];
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
        letters.push({ to, email: await PostalMime.parse(source), source: source.toString('utf8') });
        letters.splice(0, Math.max(0, letters.length - most));
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const box: Mailbox = {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    refuse: null,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
  return box;
}
