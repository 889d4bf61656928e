import { setTimeout as sleep } from 'node:timers/promises';
import { chinaDay } from '@voltloop/resources/days.ts';
import { expect, test } from 'vitest';
import { openDatabase } from '../../apps/server/platform/db.ts';
import { testWorld } from '../../apps/server/testing/world.ts';
import { startSandbox } from '../../platform-sandbox/index.ts';
import { first, setUp, signIn } from '../api.ts';
import { startInstance } from '../instance.ts';

const SECRET = 'a secret of the tests';
const REPORTS = 60;
/** One kill of a running server, and one of a server restarted after a kill. */
const ROUNDS = 2;

test('reports are sent once each, even if the server is killed while sending', async () => {
  const world = await testWorld();
  // The platform would accept a record twice: only the server prevents duplicates.
  const platform = await startSandbox({ secrets: { test: SECRET }, idempotent: false });
  const env = {
    DATABASE_URL: world.databaseUrl,
    CLICKHOUSE_URL: world.clickhouseUrl,
    REPORTING_HOSTS: new URL(platform.url).host,
  };
  const start = () => startInstance({ args: ['--empty'], env, dataDir: world.dataDir });
  const database = openDatabase(world.databaseUrl, { max: 2 });
  let instance = await start();
  try {
    let caller = await setUp(instance.url);
    const make = async (path: string, row: object) =>
      (await caller.call<{ id: string }>('POST', `${path}/insert`, row)).id;
    const contact = { contact: '李经理', phone: '13900139000', address: '循环路8号' };
    const enterpriseId = await make('/enterprise', {
      name: '某循环科技公司',
      kind: 6,
      creditCode: '91440300MA5D7Y1R63',
      ...contact,
    });
    const supplier = await make('/enterprise', {
      name: '某拆解厂',
      kind: 3,
      creditCode: '91350100M000100Y43',
      ...contact,
    });
    const siteId = await make('/recycle/site', { name: '一号网点', address: '循环路8号', enterpriseId });
    const storeId = await make('/store', { code: 'A1', name: '收货库', kind: 1, siteId });
    const { ids: configs } = await caller.call<{ ids: string[] }>('POST', '/reportingConfig/insert', {
      types: [8],
      enterpriseId,
      channel: 'http',
      endpoint: platform.url,
      platformCode: 'E001',
      keyId: 'test',
      secret: SECRET,
    });
    await caller.call('POST', '/reportingConfig/step', { ids: configs, step: 'activate' });
    let serial = 0;
    const reports: string[] = [];
    const receive = async () => {
      const header = { preset: 'purchase', day: chinaDay(new Date()), storeId, enterpriseId: supplier };
      const id = await make('/receipt', header);
      const lines = Array.from({ length: REPORTS }, () => ({
        clientKey: crypto.randomUUID(),
        code: `04QPB12345678A6B9${String(++serial).padStart(7, '0')}`,
        kg: '40.5',
      }));
      await caller.call('POST', '/receipt/saveLines', { id, lines });
      await caller.call('POST', '/receipt/step', { id, step: 'post' });
      const found = await caller.call<{ list: { id: string }[] }>(
        'GET',
        `/reporting/findPage?documentId=${id}&size=500`,
      );
      const ids = found.list.map((report) => report.id);
      reports.push(...ids);
      return ids;
    };
    let cut = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const ids = await receive();
      // Slow answers, so that the kill interrupts some requests.
      platform.fault({ kind: 'late', delay_ms: 60, times: REPORTS });
      const before = platform.requests.length;
      await caller.call('POST', '/reporting/submit', { ids });
      await expect
        .poll(() => platform.requests.length, { timeout: 60_000, interval: 10 })
        .toBeGreaterThan(before);
      await sleep(Math.random() * 200);
      await instance.kill('SIGKILL');
      platform.clearFaults();
      const { rows } = await database.pool.query<{ cut: number }>(
        `select count(*)::int as cut from report_attempts where state = 'waiting' and in_doubt`,
      );
      cut += rows[0]?.cut ?? 0;
      // Leases of the killed server expire after a minute; the test does not wait for that.
      await database.pool.query(`update report_attempts set leased_until = now() where state = 'waiting'`);
      instance = await start();
      caller = await signIn(instance.url, first.user_name, first.password);
    }
    const open = async () =>
      (
        await database.pool.query<{ open: number }>(
          'select count(*)::int as open from reports where state <> 3',
        )
      ).rows[0]?.open;
    await expect.poll(open, { timeout: 120_000, interval: 500 }).toBe(0);
    expect(reports).toHaveLength(ROUNDS * REPORTS);
    expect(platform.records.map(({ key }) => key).sort()).toEqual([...reports].sort());
    const { rows } = await database.pool.query<{ id: string; platform_id: string }>(
      'select id, platform_id from reports',
    );
    const taken = new Map(platform.records.map(({ key, platformId }) => [key, platformId]));
    for (const { id, platform_id } of rows) expect(platform_id).toBe(taken.get(id));
    expect(cut).toBeGreaterThan(0);
  } finally {
    await instance.kill().catch(() => {});
    await platform.stop();
    await database.stop();
    await world.stop();
  }
}, 600_000);
