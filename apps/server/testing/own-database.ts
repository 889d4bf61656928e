import { type Database, openDatabase } from '../platform/db.ts';
import { testWorld } from './world.ts';

/** A connected database of its own, which is dropped when it stops; the options are {@link openDatabase}'s. */
export async function startOwnDatabase(
  options?: Parameters<typeof openDatabase>[1],
): Promise<Database & { databaseUrl: string }> {
  const { databaseUrl, stop } = await testWorld({ clickhouse: false });
  const database = openDatabase(databaseUrl, options);
  return {
    ...database,
    databaseUrl,
    async stop() {
      await database.stop();
      await stop();
    },
  };
}
