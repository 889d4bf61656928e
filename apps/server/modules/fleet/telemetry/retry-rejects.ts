import { decodeMessage } from '@voltloop/protocol/decode-message.ts';
import { z } from 'zod';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { oldestFrame, retentionOf } from '../../../platform/retention.ts';
import type { Services } from '../../../platform/services.ts';
import { KnownModels } from '../device-models/index.ts';
import { registeredDevices } from '../things/index.ts';
import { Ingest, STORED_PAYLOAD_CHARS } from './ingest.ts';
import { LateNotices } from './late-notices.ts';

/** Rejected messages of devices, by what is given. */
export interface RejectFilter {
  /** Without the details after its colon: `in_future`, `unknown_device`. */
  reason?: string | undefined;
  devid?: string | undefined;
  /** Epoch ms of the receipt. */
  from_ms?: number | undefined;
  to_ms?: number | undefined;
}

export interface RetriedRejects {
  messages: number;
  /** Values that are stored now. */
  points: number;
  /** Messages of which nothing could be read. */
  unreadable: number;
  /** Messages that were too long to be stored whole. */
  cut: number;
}

const conditions = `topic like '%/telemetry' and ({reason:String} = '' or splitByChar(':', reason)[1] = {reason:String})
  and ({devid:String} = '' or devid = {devid:String})
  and received >= fromUnixTimestamp64Milli({from_ms:Int64}) and received < fromUnixTimestamp64Milli({to_ms:Int64})`;

const paramsOf = ({ reason = '', devid = '', from_ms = 0, to_ms = 32_503_680_000_000 }: RejectFilter) => ({
  reason,
  devid,
  from_ms,
  to_ms,
});

/** Counts of rejected telemetry by reason. */
export function countRejects(clickhouse: ClickHouse, filter: RejectFilter) {
  return clickhouse.query(
    {
      name: 'rejects by reason',
      sql: `select splitByChar(':', reason)[1] as name, count() as messages, uniqExact(devid) as devices,
          toUnixTimestamp64Milli(max(received)) as newest_ms
        from rejects where ${conditions} group by name order by messages desc`,
      row: z.object({
        name: z.string(),
        messages: z.coerce.number(),
        devices: z.coerce.number(),
        newest_ms: z.coerce.number(),
      }),
    },
    paramsOf(filter),
  );
}

/**
 * Reads rejected telemetry again, after the cause of its rejection was fixed. Repeating it changes nothing: frames
 * that are stored twice count once, and the rejects stay until they are too old.
 */
export async function retryRejects(
  { clickhouse, db, config, log, clock }: Pick<Services, 'clickhouse' | 'db' | 'config' | 'log' | 'clock'>,
  filter: RejectFilter,
): Promise<RetriedRejects> {
  const rows = await clickhouse.query(
    {
      name: 'rejected messages',
      sql: `select distinct devid, payload from rejects where ${conditions} order by devid`,
      row: z.object({ devid: z.string(), payload: z.string() }),
    },
    paramsOf(filter),
  );
  const devids = [...new Set(rows.map(({ devid }) => devid))];
  const devices = new Map((await registeredDevices(db, devids)).map((device) => [device.devid, device]));
  const late = new LateNotices(db, log);
  const models = new KnownModels(db, () => false);
  const ingest = new Ingest({
    clickhouse,
    log,
    clock,
    things: {
      byDevid: async (devid) => devices.get(devid) ?? null,
      dictionary: async (tenantId, name) => (await models.get(tenantId, name))?.dictionary,
    },
    oldest: (now_ms, thing) => oldestFrame(retentionOf(config.retention, thing.retention), now_ms),
    storesRejects: false,
  });
  ingest.onCommitted((frames) => late.add(frames.map(({ thing }) => thing.key)));
  const done: RetriedRejects = { messages: 0, points: 0, unreadable: 0, cut: 0 };
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await Promise.all(
      rows.slice(at, at + AT_ONCE).map(async ({ devid, payload }) => {
        done.messages += 1;
        if (payload.length >= STORED_PAYLOAD_CHARS && decodeMessage(Buffer.from(payload)) === undefined) {
          done.cut += 1;
          return;
        }
        const points = await ingest.accept(devid, Buffer.from(payload));
        done.points += points;
        if (points === 0) done.unreadable += 1;
      }),
    );
  await ingest.stop();
  await late.stop();
  return done;
}

const AT_ONCE = 1000;
