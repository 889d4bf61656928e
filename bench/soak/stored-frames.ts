import pino from 'pino';
import { startClickhouse } from '../../apps/server/embedded/clickhouse.ts';
import { openClickHouse } from '../../apps/server/platform/clickhouse.ts';

/** Counts the distinct frames in ClickHouse of a data folder whose server has stopped, and the duplicate rows. */
export async function storedFrames(dataDir: string): Promise<{ frames: number; doubled: number }> {
  const host = await startClickhouse({ dataDir: dataDir, log: pino({ level: 'error' }) });
  const clickhouse = openClickHouse(host.url);
  try {
    const answer = await clickhouse.client.query({
      query:
        'select uniqExact(thing, boot, seq) as frames, count() - uniqExact(thing, time, boot, seq) as doubled from frames final',
      format: 'JSONEachRow',
    });
    const [row] = await answer.json<{ frames: number; doubled: number }>();
    return row ?? { frames: 0, doubled: 0 };
  } finally {
    await clickhouse.stop();
    await host.stop();
  }
}
