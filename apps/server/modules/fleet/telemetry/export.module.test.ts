import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { telemetryFixture } from '../../../testing/telemetry.ts';

const MINUTE = 60_000;
const now = Date.parse('2026-06-15T12:00:00Z');
const from = Date.parse('2026-06-13T18:00:00Z');
const f = setUp(() => telemetryFixture({ now: () => new Date(now) }));

const url = (query: string, devid: string) =>
  `/v1/data-mgmt/tenants/${f.main.tenantId}/things/${encodeURIComponent(devid)}/export?begin_time=${from}&end_time=${now}&${query}`;

beforeAll(async () => {
  await f.thing('FILE-1', 'Asia/Kathmandu');
  await f.send('FILE-1', [
    { ts: from, seq: 1, boot: 1, data: { M_SOC: 50.5, M_POWER: -300 }, packs: [{ P_no: 2, P_VOLT: 51.25 }] },
    { ts: from + MINUTE, seq: 2, boot: 1, data: { M_SOC: 51 } },
    // A day later: another window of the file.
    { ts: from + 1500 * MINUTE, seq: 3, boot: 1, data: { M_POWER: 1 } },
    // Not in the range.
    { ts: now, seq: 4, boot: 1, data: { M_SOC: 99, E_PV_P: 5 } },
  ]);
});

describe('a file of history', () => {
  test('as CSV has local times, labels with units, and empty cells without a reading', async () => {
    const { status, type, bytes } = await f.download(f.main, url('format=csv', 'FILE-1'));
    expect([status, type]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(bytes.toString('utf8').slice(1).split('\r\n')).toEqual([
      'Time,Device,State of charge (%),Battery power (W),Pack voltage (V) @2',
      '2026-06-13T23:45:00+05:45,FILE-1,50.5,-300,51.25',
      '2026-06-13T23:46:00+05:45,FILE-1,51,,',
      '2026-06-15T00:45:00+05:45,FILE-1,,1,',
      '',
    ]);
  });

  test('as a workbook in Chinese with some points can be read by another program', async () => {
    const query = 'format=xlsx&language=zh&data_points=M_POWER,M_SOC';
    const { status, bytes } = await f.download(f.main, url(query, 'FILE-1'));
    expect(status).toBe(200);
    const [sheet] = await readXlsx(bytes);
    expect(sheet?.data).toEqual([
      ['时间 (Asia/Kathmandu)', '时间 (Asia/Kathmandu) (UTC±)', '设备编号', '荷电状态 (%)', '电池功率 (W)'],
      [new Date('2026-06-13T23:45:00Z'), '+05:45', 'FILE-1', 50.5, -300],
      [new Date('2026-06-13T23:46:00Z'), '+05:45', 'FILE-1', 51, null],
      [new Date('2026-06-15T00:45:00Z'), '+05:45', 'FILE-1', null, 1],
    ]);
  });

  test('without readings has only a heading', async () => {
    await f.thing('FILE-2');
    const { bytes } = await f.download(f.main, url('', 'FILE-2'));
    expect(bytes.toString('utf8').slice(1)).toBe('Time,Device\r\n');
  });

  test('is audited', async () => {
    const { rows } = await sql<{
      actor_name: string | null;
      object_type: string | null;
      details: Record<string, unknown>;
    }>`
      select actor_name, object_type, details from audit where action = 'history.export'
      order by seq`.execute(f.services.db);
    expect(rows[0]).toMatchObject({
      actor_name: 'main_test',
      object_type: 'thing',
      details: { devid: 'FILE-1', format: 'csv', begin_time: from, end_time: now },
    });
  });

  test('is refused for a thing outside the subtree and for a backwards range', async () => {
    expect((await f.download(f.factory, url('', 'FILE-1'))).status).toBe(404);
    const backwards = `/v1/data-mgmt/tenants/${f.main.tenantId}/things/FILE-1/export?begin_time=${now}&end_time=${from}`;
    expect((await f.download(f.main, backwards)).status).toBe(400);
  });

  test('by slots of the thing’s own zone has averages, and the last value of points without an average', async () => {
    await f.thing('FILE-3', 'Asia/Kathmandu');
    // Kathmandu is at +05:45: its days begin at 18:15 UTC, its hours at a quarter past.
    const at = (text: string) => Date.parse(`2026-06-${text}:00Z`);
    const states = [
      ['13T18:10', 10, 1],
      ['13T18:15', 20, 1],
      ['13T18:20', 40, 0],
      ['14T18:14', 60, 1],
    ] as const;
    await f.send(
      'FILE-3',
      states.map(([time, soc, state], i) => ({
        ts: at(time),
        seq: i,
        boot: 1,
        data: { M_SOC: soc, M_CHG_EN: state },
      })),
    );
    const text = async (query: string) => {
      const { bytes } = await f.download(f.main, url(`data_points=M_SOC,M_CHG_EN&${query}`, 'FILE-3'));
      return bytes
        .toString('utf8')
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',').filter((_, i) => i !== 1));
    };
    expect(await text('agg_interval=1d')).toEqual([
      ['2026-06-13T00:00:00+05:45', '10', '1'],
      ['2026-06-14T00:00:00+05:45', '40', '1'],
    ]);
    expect(await text('agg_interval=1h&agg_type=max')).toEqual([
      ['2026-06-13T23:00:00+05:45', '10', '1'],
      ['2026-06-14T00:00:00+05:45', '40', '0'],
      ['2026-06-14T23:00:00+05:45', '60', '1'],
    ]);
  });
});
