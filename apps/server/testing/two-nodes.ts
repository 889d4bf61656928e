import type { AccountRow } from '../modules/people/accounts/index.ts';
import { startOwnServer } from './own-server.ts';
import { startTestServer, type TestServer } from './server.ts';

/** Two nodes on one database, with a tenant and a shared clock. */
export interface TwoNodes {
  server: TestServer;
  other: TestServer;
  main: AccountRow;
  /** Advances the shared clock. */
  later(seconds: number): void;
  stop(): Promise<void>;
}

export async function startTwoNodes(): Promise<TwoNodes> {
  const server = await startOwnServer();
  const other = await startTestServer(server.databaseUrl);
  return {
    server,
    other,
    main: await server.tenant(),
    later(seconds) {
      server.clock.now = new Date(server.clock.now.getTime() + seconds * 1000);
      other.clock.now = server.clock.now;
    },
    async stop() {
      await other.stop();
      await server.stop();
    },
  };
}
