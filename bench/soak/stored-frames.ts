import pino from 'pino';
import { z } from 'zod';
import { startClickhouse } from '../../apps/server/embedded/clickhouse.ts';
import { openClickHouse } from '../../apps/server/platform/clickhouse.ts';

/** How many different frames lie in ClickHouse of a data folder whose server has stopped, and how many rows twice. */
export async function storedFrames(dataDir: string): Promise<{ frames: number; doubled: number }> {
  const host = await startClickhouse({ dataDir: dataDir, log: pino({ level: 'error' }) });
  const clickhouse = openClickHouse(host.url);
  try {
    const [row] = await clickhouse.ask({
      name: 'storedFrames',
      sql: 'select uniqExact(thing, boot, seq) as frames, count() - uniqExact(thing, time, boot, seq) as doubled from frames final',
      row: z.object({ frames: z.number(), doubled: z.number() }),
    });
    return row ?? { frames: 0, doubled: 0 };
  } finally {
    await clickhouse.stop();
    await host.stop();
  }
}
