import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../apps/server/embedded/postgres.ts';
import { openDatabase } from '../apps/server/platform/db.ts';
import { createLog } from '../apps/server/platform/log.ts';
import { migratePostgres } from '../apps/server/platform/migrate.ts';
import { startTestServer, type TestServer } from '../apps/server/testing/server.ts';

/** Runs a bench against a server on an embedded PostgreSQL of its own, which is removed afterwards. */
export async function onOwnPostgres<Result>(
  run: (server: TestServer, databaseUrl: string) => Promise<Result>,
  modules?: Parameters<typeof startTestServer>[2],
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'voltloop-bench-'));
  await chmod(dataDir, 0o711);
  const postgres = await startPostgres({ dataDir, log: createLog('warn') });
  try {
    const { pool, stop } = openDatabase(postgres.url, { max: 2 });
    await migratePostgres(pool);
    await stop();
    const server = await startTestServer(postgres.url, { API_RATE: '10000000' }, modules);
    try {
      return await run(server, postgres.url);
    } finally {
      await server.stop();
    }
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
