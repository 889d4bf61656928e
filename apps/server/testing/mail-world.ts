import { type Mailbox, startMailbox } from '../demo/mailbox.ts';
import { startTestServer, type TestServer } from './server.ts';
import { testWorld } from './world.ts';

/** Nodes on one database that send e-mails to a local mailbox. */
export interface MailWorld {
  mailbox: Mailbox;
  /** At least one. */
  servers: [TestServer, ...TestServer[]];
  stop(): Promise<void>;
}

/** @param more Nodes besides the first. Links in e-mails lead to https://console.example.org. */
export async function startMailWorld({ more = 0 } = {}): Promise<MailWorld> {
  const world = await testWorld({ clickhouse: false });
  const mailbox = await startMailbox();
  const start = () =>
    startTestServer(world.databaseUrl, {
      SMTP_URL: mailbox.url,
      PUBLIC_URL: 'https://console.example.org',
    });
  const servers: MailWorld['servers'] = [await start()];
  for (let i = 0; i < more; i++) servers.push(await start());
  return {
    mailbox,
    servers,
    async stop() {
      for (const server of servers) await server.stop();
      await mailbox.stop();
      await world.stop();
    },
  };
}
