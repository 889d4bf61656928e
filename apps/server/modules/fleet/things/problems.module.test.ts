import type {
  attentionList,
  fleetInsight,
  Page,
  ReplyOf,
  Thing,
  thingPositions,
  thingSummary,
} from '@voltloop/contract';
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../../../platform/db.ts';
import { startOwnServer } from '../../../testing/own-server.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../../people/accounts/index.ts';
import { clearEvents, type EventKind, raiseEvents } from '../events/index.ts';
import { findPage } from './store-page.ts';

const server = setUp(startOwnServer);
let main: AccountRow;
let installer: AccountRow;
let owner: AccountRow;
let stranger: AccountRow;
const tokens = new Map<string, string>();
const ids = new Map<string, string>();

beforeAll(async () => {
  main = await server.tenant();
  installer = await server.account('installer', main);
  owner = await server.account('enduser', installer);
  stranger = await server.account('installer', main);
  for (const a of [main, installer, owner, stranger])
    tokens.set(a.id, (await server.signIn(a.userName)).token);
  const devids = ['PB-1', 'PB-2', 'PB-3', 'PB-4', 'PB-5'];
  await server.things.register(
    server.as(main),
    devids.map((devid, i) => ({
      desc: { name: `Person ${i + 1}`, mobile: `0400100${i + 1}`, address: `${i + 1} Mill Street` },
      devid,
      devtype: 'HE_BAT',
      devname: devid,
      gps: { longitude: 9, latitude: 51 },
    })),
  );
  await server.things.bind(server.as(main), [owner.id], ['PB-1', 'PB-2']);
  await server.things.bind(server.as(main), [installer.id], ['PB-3', 'PB-4']);
  const { rows } = await server.services.pool.query(`select id, devid from things where devid like 'PB-%'`);
  for (const row of rows) ids.set(row.devid, row.id);
  await server.services.pool.query(
    `update thing_state s set status = case t.devid when 'PB-1' then 1 when 'PB-2' then 0 when 'PB-3' then 2 else 4 end
     from things t where t.id = s.thing_id`,
  );
}, 60_000);
beforeEach(async () => {
  await server.services.pool.query(
    `update events set state = 2, end_time = begin_time where state = 1 and code <> 'MANY'`,
  );
});

const T = () => `/v1/things/tenants/${main.tenantId}`;
async function get<T>(as: AccountRow, path: string): Promise<T> {
  const reply = await server.call(tokens.get(as.id) ?? '', 'GET', `${T()}${path}`);
  expect([reply.status, reply.message]).toEqual([200, 'ok']);
  return reply.data as T;
}
const list = (as: AccountRow, query = '') => get<Page<Thing>>(as, `/things?page_size=50&${query}`);
const kind = (code: string, level: number): EventKind => ({
  code,
  level,
  source: 'EMS',
  name_en: `Fan ${code}`,
  name_zh: `风扇${code}`,
});
const raise = (devid: string, code: string, level: number, begin_ms: number) =>
  raiseEvents(server.services.db, [{ thingId: ids.get(devid) ?? '', kind: kind(code, level), begin_ms }]);
const clear = (devid: string, code: string, end_ms: number) =>
  clearEvents(server.services.db, [{ thingId: ids.get(devid) ?? '', kind: kind(code, 1), end_ms }]);
const problemOf = async (devid: string) => {
  const { problem, active_events } = await get<Thing>(main, `/things/${devid}`);
  return [problem && [problem.code, problem.level, problem.since, problem.acknowledged], active_events];
};

let at = Date.now() - 3_600_000;
beforeEach(() => {
  at += 10_000;
});

describe('the problem of a thing', () => {
  test('is its most severe active event, the newest among equals, in the transaction of the event', async () => {
    expect(await problemOf('PB-1')).toEqual([null, 0]);
    await raise('PB-1', 'N', 1, at);
    await raise('PB-1', 'F', 3, at + 1);
    await raise('PB-1', 'W', 2, at + 2);
    expect(await problemOf('PB-1')).toEqual([['F', 3, at + 1, false], 3]);
    await raise('PB-1', 'G', 3, at + 3);
    expect(await problemOf('PB-1')).toEqual([['G', 3, at + 3, false], 4]);
    await clear('PB-1', 'G', at + 4);
    await clear('PB-1', 'F', at + 4);
    expect(await problemOf('PB-1')).toEqual([['W', 2, at + 2, false], 2]);
    await expect(
      server.services.db.transaction().execute(async (trx) => {
        await clearEvents(trx, [{ thingId: ids.get('PB-1') ?? '', kind: kind('W', 2), end_ms: at + 5 }]);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await problemOf('PB-1')).toEqual([['W', 2, at + 2, false], 2]);
    await sql`
      insert into events (thing_id, name_en, name_zh, state, end_time, begin_time, code, level)
      values (${ids.get('PB-1')}, 'x', 'x', 2, ${new Date(at + 6)}, ${new Date(at + 5)}, 'P', 3)`.execute(
      server.services.db,
    );
    expect(await problemOf('PB-1')).toEqual([['W', 2, at + 2, false], 2]);
  });

  test('has its names, and shows when it was acknowledged', async () => {
    const [event] = await raise('PB-2', 'W', 2, at);
    expect((await get<Thing>(owner, '/things/PB-2')).problem).toEqual({
      event_id: event?.id,
      code: 'W',
      level: 2,
      name: { en: 'Fan W', zh: '风扇W' },
      since: at,
      acknowledged: false,
    });
    await server.services.pool.query('update events set ack_time = now() where id = $1', [event?.id]);
    expect(await problemOf('PB-2')).toEqual([['W', 2, at, true], 1]);
  });

  test('is correct after two concurrent transactions changed events of one thing', async () => {
    const both = await Promise.all(
      ['A', 'B', 'C', 'D', 'E', 'F'].map((code, i) => raise('PB-3', code, 1 + (i % 3), at + i)),
    );
    expect(both.flat()).toHaveLength(6);
    expect(await problemOf('PB-3')).toEqual([['F', 3, at + 5, false], 6]);
    await Promise.all(['F', 'C', 'A', 'B'].map((code) => clear('PB-3', code, at + 10)));
    expect(await problemOf('PB-3')).toEqual([['E', 2, at + 4, false], 2]);
  });

  test('is backfilled for events that were active before the columns existed', async () => {
    await raise('PB-4', 'W', 2, at);
    const { pool } = server.services;
    await pool.query('update thing_state set problem = null, problem_level = 0, active_events = 0');
    await pool.query('select keep_problems(array_agg(distinct thing_id)) from events where state = 1');
    expect(await problemOf('PB-4')).toEqual([['W', 2, at, false], 1]);
  });
});

describe('lists, counts and places', () => {
  beforeEach(async () => {
    await raise('PB-1', 'W', 2, at + 1);
    await raise('PB-2', 'F', 3, at);
    await raise('PB-3', 'V', 2, at + 2);
    await raise('PB-4', 'N', 1, at + 3);
    await raise('PB-5', 'G', 3, at + 4);
  });

  test('filter and sort by level, then by start, within the subtree', async () => {
    const found = async (as: AccountRow, query: string) => (await list(as, query)).list.map((t) => t.devid);
    expect(await found(main, 'problem_level=2&sort=problem&order=desc')).toEqual([
      'PB-5',
      'PB-2',
      'PB-3',
      'PB-1',
    ]);
    expect(await found(installer, 'problem_level=2&sort=problem&order=desc')).toEqual([
      'PB-2',
      'PB-3',
      'PB-1',
    ]);
    expect(await found(owner, 'sort=problem&order=asc')).toEqual(['PB-1', 'PB-2']);
    expect(await found(owner, 'problem_level=3&state=0')).toEqual(['PB-2']);
    expect(await found(stranger, 'problem_level=1')).toEqual([]);
  });

  test('the count of each tile matches the list it links to', async () => {
    const states = { offline: 0, online: 1, fault: 2, upgrading: 3, notActivated: 4 } as const;
    for (const as of [main, installer, owner, stranger]) {
      const counts = await get<ReplyOf<typeof thingSummary>>(as, '/summary');
      for (const [name, status] of Object.entries(states))
        expect([name, counts[name as keyof typeof states]]).toEqual([
          name,
          (await list(as, `state=${status}`)).total,
        ]);
      expect(counts.total).toBe((await list(as)).total);
      expect(counts.attention).toBe((await list(as, 'problem_level=2')).total);
      expect(counts.withFault).toBe((await list(as, 'problem_level=3')).total);
      expect(counts.withWarning + counts.withFault).toBe(counts.attention);
    }
    expect((await get<ReplyOf<typeof thingSummary>>(installer, '/summary')).attention).toBe(3);
  });

  test('staff of the back office are not among the sub-users', async () => {
    await server.account('staff', main);
    const { accounts } = await get<ReplyOf<typeof thingSummary>>(main, '/summary');
    expect(accounts).toBe(3);
  });

  test('the home of service staff lists the most severe problems, with a phone number', async () => {
    const home = (as: AccountRow) => get<ReplyOf<typeof attentionList>>(as, '/attention');
    const { total, list: rows } = await home(installer);
    expect([total, rows.map((row) => row.devid)]).toEqual([3, ['PB-2', 'PB-3', 'PB-1']]);
    expect(rows[0]).toMatchObject({
      problem: { code: 'F' },
      desc: { mobile: '04001002', address: '2 Mill Street' },
    });
    expect(await home(stranger)).toEqual({ total: 0, list: [] });
    // What somebody has acknowledged comes after what nobody has seen, whatever its level.
    await server.services.pool.query('update events set ack_time = now() where id = $1', [
      rows[0]?.problem?.event_id,
    ]);
    expect((await home(installer)).list.map((row) => row.devid)).toEqual(['PB-3', 'PB-1', 'PB-2']);
    const refused = await server.call(tokens.get(owner.id) ?? '', 'GET', `${T()}/attention`);
    expect(refused.status).toBe(403);
  });

  test('versions include their faults, and installations their month', async () => {
    const { pool } = server.services;
    await pool.query(`update thing_state s set sw_version = case when t.devid < 'PB-3' then '1.0' else '2.0' end
      from things t where t.id = s.thing_id`);
    // Faults that have ended since are no longer those of the last 30 days; active ones are.
    await pool.query(`update events set begin_time = begin_time - interval '400 days', end_time = end_time - interval '400 days'
      where level = 3`);
    const insight = await get<ReplyOf<typeof fleetInsight>>(main, '/insight');
    expect(insight.versions).toEqual([
      { sw_version: '2.0', things: 3, faulty: 1 },
      { sw_version: '1.0', things: 2, faulty: 1 },
    ]);
    expect([insight.things, insight.faulty, insight.months.length]).toEqual([5, 2, 12]);
    const thisMonth = server.clock.now.toISOString().slice(0, 7);
    expect(insight.months.at(-1)).toEqual({ month: thisMonth, installed: 5 });
    expect((await server.call(tokens.get(installer.id) ?? '', 'GET', `${T()}/insight`)).status).toBe(403);
  });

  test('places on the map include the level', async () => {
    const places = await get<ReplyOf<typeof thingPositions>>(installer, '/positions');
    expect(places.map((p) => [p.devid, p.problem_level])).toEqual([
      ['PB-1', 2],
      ['PB-2', 3],
      ['PB-3', 2],
      ['PB-4', 1],
    ]);
  });
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

describe('among many things', () => {
  let db: Db;
  const queries: CompiledQuery[] = [];
  beforeAll(async () => {
    const { pool } = server.services;
    await pool.query(
      `insert into things (tenant_id, devid, devname, secret_hash)
       select $1, 'MANY' || i, 'Many ' || i, '' from generate_series(1, 30000) i`,
      [main.tenantId],
    );
    await pool.query(
      `insert into thing_state (thing_id, status) select id, 1 from things where devid like 'MANY%'`,
    );
    await pool.query(
      `insert into bindings (thing_id, account_id) select id, $1 from things where devid like 'MANY%' and key % 3 = 0`,
      [stranger.id],
    );
    await pool.query(
      `insert into events (thing_id, code, name_en, name_zh, level, begin_time)
       select id, 'MANY', 'Warm', '温度高', 2, now() from things where devid like 'MANY%' and key % 100 = 0`,
    );
    await pool.query('vacuum analyze things, thing_state, bindings, events');
    db = new Kysely({
      dialect: new PostgresDialect({ pool }),
      log: (event) => void queries.push(event.query),
    });
  }, 60_000);

  test.each(['main', 'stranger'] as const)(
    'things that need attention are found by index for %s',
    async (who) => {
      const caller = server.as(who === 'main' ? main : stranger).caller;
      queries.length = 0;
      const { total, ids: page } = await findPage(
        db,
        caller,
        { problem_level: 2 },
        { offset: 0, limit: 20 },
        { column: 'problem', direction: 'desc' },
      );
      expect(page).toHaveLength(20);
      expect(total).toBe(who === 'main' ? 300 : 100);
      const [query] = queries;
      const { rows } = await server.services.pool.query(`explain (format json) ${query?.sql}`, [
        ...(query?.parameters ?? []),
      ]);
      const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan);
      expect(nodes.map((n) => n['Index Name'])).toContain('thing_state_problems');
      expect(nodes.map((n) => `${n['Node Type']} ${n['Relation Name'] ?? ''}`)).not.toContain(
        'Seq Scan thing_state',
      );
    },
  );
});
