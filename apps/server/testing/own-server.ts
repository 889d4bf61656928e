import { startTestServer, type TestServer } from './server.ts';
import { testWorld } from './world.ts';

/** A server on a database of its own, which is dropped when it stops; the parameters are {@link startTestServer}'s. */
export async function startOwnServer(
  env: Record<string, string> = {},
  more?: Parameters<typeof startTestServer>[2],
): Promise<TestServer> {
  const world = await testWorld({ clickhouse: false });
  const server = await startTestServer(world.databaseUrl, env, more);
  return {
    ...server,
    async stop() {
      await server.stop();
      await world.stop();
    },
  };
}
