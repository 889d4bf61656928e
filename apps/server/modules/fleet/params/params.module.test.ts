import type {
  ParamBatch,
  ParamChange,
  ParamJob,
  ParamReading,
  ParamSet,
  ParamTemplate,
  ParamThing,
} from '@voltloop/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDeviceServer, type TestDevice, until } from '../../../testing/devices.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../../people/accounts/index.ts';
import { Runner } from './runner.ts';
import { dueJobs, lockJob } from './store-jobs.ts';

const node = setUp(startDeviceServer);
let main: AccountRow;
let token: string;
let made = 0;

beforeAll(async () => {
  main = await node.server.tenant();
  token = (await node.server.signIn(main.userName)).token;
});

type Reply = { status: number; code: number; message: string; data: never };
const api = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  as = token,
): Promise<Reply> => node.server.call(as, method, `/v1/params/tenants/${main.tenantId}${path}`, body);
const get = async <T>(path: string): Promise<T> => (await api('GET', path)).data as T;
const listOf = async <T>(path: string): Promise<T[]> => (await get<{ list: T[] }>(path)).list;

/** A device with settings that follows the protocol; `behaviour` changes its behaviour. */
interface DeviceUnderTest {
  id: string;
  devid: string;
  secret: string;
  device: TestDevice;
  system: Record<string, number>;
  packs: Record<string, number>[];
  behaviour: {
    silent?: boolean;
    refuses?: string | undefined;
    /** Confirms without executing. */
    noEffect?: boolean;
    /** Executes without confirming. */
    noReply?: boolean;
    heldReplies?: boolean;
  };
}

async function deviceUnderTest(
  owner = main,
  connect = true,
): Promise<DeviceUnderTest & { connect: () => Promise<void> }> {
  const thing = await node.register(owner, `PRM${++made}`);
  const self: DeviceUnderTest & { connect: () => Promise<void> } = {
    ...thing,
    // Set by connect().
    device: undefined as never,
    system: { E_SOC_RSV: 10, E_MODE: 0, E_CHG_LIM: 5000, M_PACK_NUM: 2 },
    packs: [
      { PX_EN: 1, PX_BAL_V: 3400 },
      { PX_EN: 1, PX_BAL_V: 3400 },
    ],
    behaviour: {},
    async connect() {
      self.device = await node.device(thing);
      self.device.onCommand = (command) => void self.device.reply(answer(self, command)).catch(() => {});
      const handleCommand = self.device.onCommand;
      self.device.onCommand = (command) => {
        if (self.behaviour.silent || self.behaviour.heldReplies) return;
        if (self.behaviour.noReply && command.cmd === 'set_config') {
          answer(self, command);
          return;
        }
        handleCommand(command);
      };
      await until(async () => (await get<ParamThing>(`/things/${thing.id}`)).online);
    },
  };
  if (connect) await self.connect();
  return self;
}

function answer(
  self: DeviceUnderTest,
  { id, cmd, params }: { id: string; cmd: string; params: Record<string, unknown> },
) {
  const device_time = Date.now();
  if (self.behaviour.refuses && cmd === 'set_config')
    return { id, ok: false, error: self.behaviour.refuses, device_time };
  if (cmd === 'report') {
    const keys = params.keys as string[];
    const values = Object.fromEntries(keys.flatMap((k) => (k in self.system ? [[k, self.system[k]]] : [])));
    return { id, ok: true, values, device_time };
  }
  if (cmd === 'report_pack') {
    const pack = self.packs[(params.P_no as number) - 1];
    return pack
      ? { id, ok: true, values: { ...pack, P_SOC: 50 }, device_time }
      : { id, ok: false, error: 'no such pack', device_time };
  }
  const { P_no = 0, ...keys } = params.keys as Record<string, number>;
  if (!self.behaviour.noEffect) {
    for (const [key, value] of Object.entries(keys)) {
      if (!key.startsWith('PX_')) self.system[key] = value;
      else for (const [i, p] of self.packs.entries()) if (P_no === 0 || P_no === i + 1) p[key] = value;
    }
  }
  return { id, ok: true, values: keys, device_time };
}

const start = async (things: string[], values: Record<string, number>, more: object = {}) => {
  const reply = await api('POST', '/batches', { things, values, ...more });
  expect(reply).toMatchObject({ status: 200 });
  return reply.data as ParamBatch;
};
const jobsOf = (batch: { id: string }) => listOf<ParamJob>(`/batches/${batch.id}/jobs?page_size=99`);
/** The jobs of a batch once all are finished. */
const finished = (batch: { id: string }) =>
  until(async () => {
    const jobs = await jobsOf(batch);
    return jobs.every((j) => j.finished_at !== null) ? jobs : null;
  }, 30_000);
const changesOf = (thing: { id: string }, key = '') =>
  listOf<ParamChange>(
    `/things/${thing.id}/changes?page_size=99${key ? `&key=${encodeURIComponent(key)}` : ''}`,
  );
const sent = (thing: DeviceUnderTest) =>
  thing.device.commands.filter((c) => c.cmd === 'set_config').map((c) => c.params.keys);
const audited = async (prefix: string) => {
  const { rows } = await node.services.pool.query(
    'select action, actor_name, details from audit where action like $1 order by seq',
    [`${prefix}%`],
  );
  return rows as { action: string; actor_name: string | null; details: Record<string, unknown> }[];
};

describe('reading', () => {
  it('gets the settings of the system and of each pack, and stores them', async () => {
    const thing = await deviceUnderTest();
    const reply = await api('POST', `/things/${thing.devid}/read`);
    expect(reply).toMatchObject({ status: 200 });
    const reading = reply.data as ParamReading;
    const values = { E_SOC_RSV: 10, E_MODE: 0, E_CHG_LIM: 5000, 'PX_EN@1': 1, 'PX_BAL_V@2': 3400 };
    expect(reading).toMatchObject({ source: 'read', values, unread_packs: [], taken_by: main.userName });
    expect(Object.keys(reading.values)).toHaveLength(7);
    const known = await get<ParamThing>(`/things/${thing.id}`);
    expect(known).toMatchObject({ packs: 2, online: true, jobs: [], known: { E_SOC_RSV: { value: 10 } } });
    expect(await listOf<ParamSet>(`/things/${thing.id}/sets`)).toMatchObject([{ id: reading.id, values }]);
    expect((await audited('params.read')).at(-1)).toMatchObject({ details: { devid: thing.devid, keys: 7 } });
  });

  it('records external changes since the last report', async () => {
    const thing = await deviceUnderTest();
    await api('POST', `/things/${thing.id}/read`);
    thing.system.E_MODE = 2;
    await api('POST', `/things/${thing.id}/read`);
    expect(await changesOf(thing)).toMatchObject([
      { key: 'E_MODE', kind: 'seen', from: 0, to: 2, wanted: null, changed_by: null },
    ]);
  });
});

describe('a change of one device', () => {
  it('sends only differences, verifies them, and records them in history and audit', async () => {
    const thing = await deviceUnderTest();
    const batch = await start([thing.id], { E_SOC_RSV: 20, E_MODE: 0, 'PX_EN@2': 0 });
    expect(await finished(batch)).toMatchObject([
      {
        state: 'verified',
        reason: null,
        before: { E_SOC_RSV: 10, E_MODE: 0, 'PX_EN@2': 1 },
        after: { E_SOC_RSV: 20, E_MODE: 0, 'PX_EN@2': 0 },
      },
    ]);
    expect(sent(thing)).toEqual([{ E_SOC_RSV: 20 }, { P_no: 2, PX_EN: 0 }]);
    expect(thing.packs).toMatchObject([{ PX_EN: 1 }, { PX_EN: 0 }]);
    const facts = { kind: 'change', changed_by: main.userName, batch_id: batch.id };
    expect(await changesOf(thing, 'E_SOC_RSV')).toMatchObject([{ ...facts, from: 10, wanted: 20, to: 20 }]);
    expect(await changesOf(thing, 'PX_EN@2')).toMatchObject([{ ...facts, from: 1, wanted: 0, to: 0 }]);
    expect(await changesOf(thing, 'E_MODE')).toEqual([]);
    expect((await audited('params.job.')).at(-1)).toMatchObject({
      action: 'params.job.verified',
      actor_name: main.userName,
      details: { devid: thing.devid },
    });
  });

  it('reaches every pack when none is named', async () => {
    const thing = await deviceUnderTest();
    const [job] = await finished(await start([thing.id], { PX_BAL_V: 3350, 'PX_BAL_V@2': 3300 }));
    expect(job).toMatchObject({ state: 'verified', wanted: { 'PX_BAL_V@1': 3350, 'PX_BAL_V@2': 3300 } });
    expect(thing.packs.map((p) => p.PX_BAL_V)).toEqual([3350, 3300]);
  });

  it('sends nothing when the device already has the values', async () => {
    const thing = await deviceUnderTest();
    expect(await finished(await start([thing.id], { E_SOC_RSV: 10 }))).toMatchObject([
      { state: 'verified', reason: 'same' },
    ]);
    expect(sent(thing)).toEqual([]);
    expect(await changesOf(thing)).toEqual([]);
  });

  it('ends as different when the device confirms but has other values', async () => {
    const thing = await deviceUnderTest();
    thing.behaviour.noEffect = true;
    expect(await finished(await start([thing.id], { E_SOC_RSV: 20 }))).toMatchObject([
      { state: 'differs', differing: ['E_SOC_RSV'], after: { E_SOC_RSV: 10 } },
    ]);
    expect(await changesOf(thing)).toMatchObject([{ from: 10, wanted: 20, to: 10 }]);
  });

  it('fails with the device’s reason, changes nothing, and can be retried', async () => {
    const thing = await deviceUnderTest();
    thing.behaviour.refuses = 'not while upgrading';
    const batch = await start([thing.id], { E_SOC_RSV: 20 });
    expect(await finished(batch)).toMatchObject([
      { state: 'failed', reason: 'refused', error: 'not while upgrading' },
    ]);
    expect(await changesOf(thing)).toEqual([]);
    thing.behaviour.refuses = undefined;
    expect(await api('POST', `/batches/${batch.id}/retry`, {})).toMatchObject({
      status: 200,
      data: { open: 1 },
    });
    expect(await finished(batch)).toMatchObject([{ state: 'verified', attempt: 2, error: null }]);
    expect(await api('POST', `/batches/${batch.id}/retry`, {})).toMatchObject({ status: 409 });
  });

  it('times out at a silent device', async () => {
    const thing = await deviceUnderTest();
    thing.behaviour.silent = true;
    const [job] = await finished(await start([thing.id], { E_SOC_RSV: 20 }, { wait_s: 10 }));
    expect(job).toMatchObject({ state: 'expired', reason: 'no_answer', before: null });
    expect(await changesOf(thing)).toEqual([]);
  });

  it('has a clear result when the device executed it but could not confirm', async () => {
    const thing = await deviceUnderTest();
    thing.behaviour.noReply = true;
    const batch = await start([thing.id], { E_SOC_RSV: 20 });
    const [job] = await until(async () => {
      const jobs = await jobsOf(batch);
      return jobs[0]?.state === 'sent' && thing.system.E_SOC_RSV === 20 ? jobs : null;
    });
    // Its deadline has passed, as the sweep would find in half a minute.
    await node.services.pool.query(
      `update commands set expires_at = created_at + interval '1 ms' where thing_id = $1 and state = 'sent'`,
      [thing.id],
    );
    expect(job?.finished_at).toBeNull();
    expect(await finished(batch)).toMatchObject([{ state: 'verified', after: { E_SOC_RSV: 20 } }]);
  });

  it('restores an earlier set', async () => {
    const thing = await deviceUnderTest();
    const reading = (await api('POST', `/things/${thing.id}/read`)).data as ParamReading;
    await finished(await start([thing.id], { E_SOC_RSV: 20, E_CHG_LIM: 4000 }));
    const undo = await start([thing.id], reading.values, { undo_set: reading.id });
    expect(undo.kind).toBe('undo');
    await finished(undo);
    expect(thing.system).toMatchObject({ E_SOC_RSV: 10, E_CHG_LIM: 5000 });
    expect((await changesOf(thing, 'E_SOC_RSV'))[0]).toMatchObject({ kind: 'undo', from: 20, to: 10 });
    const other = await deviceUnderTest();
    const foreign = { things: [other.id], values: { E_MODE: 1 }, undo_set: reading.id };
    expect(await api('POST', '/batches', foreign)).toMatchObject({ status: 404 });
  });
});

describe('a batch', () => {
  it('has a result for each device, and a refusing device does not stop the others', async () => {
    const [good, bad, away] = [
      await deviceUnderTest(),
      await deviceUnderTest(),
      await deviceUnderTest(main, false),
    ];
    bad.behaviour.refuses = 'locked';
    const things = [good.devid, bad.devid, away.devid];
    expect(await api('POST', '/batches/preview', { things, values: { E_SOC_RSV: 20 } })).toMatchObject({
      data: { things: 3, offline: 1, queued: 0, other_model: 0 },
    });
    const batch = await start(things, { E_SOC_RSV: 20 }, { name: 'Winter' });
    const results = await until(async () => {
      const jobs = await jobsOf(batch);
      return jobs.filter((j) => j.finished_at).length === 2 ? jobs : null;
    });
    const of = (thing: DeviceUnderTest) => results.find((j) => j.devid === thing.devid);
    expect(of(good)).toMatchObject({ state: 'verified' });
    expect(of(bad)).toMatchObject({ state: 'failed', error: 'locked' });
    expect(of(away)).toMatchObject({ state: 'waiting', reason: 'offline' });
    expect(await get<ParamBatch>(`/batches/${batch.id}`)).toMatchObject({
      name: 'Winter',
      total: 3,
      open: 1,
      counts: { verified: 1, failed: 1, waiting: 1 },
    });
    await away.connect();
    expect((await finished(batch)).filter((j) => j.devid === away.devid)).toMatchObject([
      { state: 'verified' },
    ]);
  });

  it('applies to the things of a filter', async () => {
    const thing = await deviceUnderTest();
    const filter = { search: thing.devid };
    const reply = await api('POST', '/batches', { filter, values: { E_SOC_RSV: 30 } });
    expect(await finished(reply.data as ParamBatch)).toMatchObject([
      { devid: thing.devid, state: 'verified' },
    ]);
    expect(
      await api('POST', '/batches', { filter: { search: 'nothing%' }, values: { E_MODE: 1 } }),
    ).toMatchObject({
      status: 400,
    });
  });

  it('is serialised with another batch at the same device', async () => {
    const thing = await deviceUnderTest();
    thing.behaviour.heldReplies = true;
    const first = await start([thing.id], { E_SOC_RSV: 20 });
    await until(() => thing.device.commands.length > 0);
    const second = await start([thing.id], { E_SOC_RSV: 30 });
    await new Runner(coreOfNode()).run();
    expect(await jobsOf(second)).toMatchObject([{ state: 'waiting', reason: 'busy' }]);
    thing.behaviour.heldReplies = false;
    const held = thing.device.commands.at(-1);
    if (held) await thing.device.reply(answer(thing, held));
    await finished(first);
    await finished(second);
    expect(sent(thing)).toEqual([{ E_SOC_RSV: 20 }, { E_SOC_RSV: 30 }]);
    expect((await changesOf(thing)).map((c) => [c.from, c.to])).toEqual([
      [20, 30],
      [10, 20],
    ]);
  });

  it('gets its turns beside a large batch that was started before', async () => {
    const devids: string[] = [];
    for (let i = 0; i < 4; i++) devids.push((await deviceUnderTest(main, false)).devid);
    const large = await start(devids.slice(1), { E_SOC_RSV: 21 });
    const small = await start(devids.slice(0, 1), { E_SOC_RSV: 22 });
    const batchOf = new Map(
      [...(await jobsOf(large)), ...(await jobsOf(small))].map((job) => [job.id, job.batch_id]),
    );
    // All of them are due at their deadline.
    const due = await dueJobs(node.services.db, new Date(Date.now() + 2 * 86_400_000), {
      limit: 999,
      without: [],
    });
    const turns = due.flatMap((id) => batchOf.get(id) ?? []);
    expect(turns).toEqual([large.id, small.id, large.id, large.id]);
  });

  it('waits while a command of another caller is pending at the device', async () => {
    const thing = await deviceUnderTest();
    thing.behaviour.heldReplies = true;
    await node.server.call(
      token,
      'POST',
      `/v1/things/tenants/${main.tenantId}/things/${thing.id}/messages?async=true`,
      {
        cmd: 'report',
        params: { keys: ['E_MODE'] },
      },
    );
    const batch = await start([thing.id], { E_SOC_RSV: 20 });
    await until(async () => (await jobsOf(batch))[0]?.reason === 'busy');
    thing.behaviour.heldReplies = false;
    const held = thing.device.commands.at(-1);
    if (held) await thing.device.reply(answer(thing, held));
    expect(await finished(batch)).toMatchObject([{ state: 'verified' }]);
  });

  it('can be cancelled for devices that were sent nothing', async () => {
    const [away, other] = [await deviceUnderTest(main, false), await deviceUnderTest(main, false)];
    const batch = await start([away.id, other.id], { E_SOC_RSV: 20 });
    const reply = await api('POST', `/batches/${batch.id}/cancel`);
    expect(reply).toMatchObject({ status: 200, data: { open: 0, counts: { cancelled: 2 } } });
    expect((await audited('params.batch.cancel')).at(-1)).toMatchObject({ details: { jobs: 2 } });
    await away.connect();
    expect(away.device.commands).toEqual([]);
  });

  it('resumes after a server stop', async () => {
    const thing = await deviceUnderTest(main, false);
    const gone = await startDeviceServer({ world: node.world });
    const before = await gone.device(thing);
    await until(async () => (await get<ParamThing>(`/things/${thing.id}`)).online);
    const path = `/v1/params/tenants/${main.tenantId}/batches`;
    const body = { things: [thing.id], values: { E_SOC_RSV: 20 } };
    const reply = await gone.server.call(token, 'POST', path, body);
    await until(() => before.commands.length > 0);
    await gone.stop();
    const batch = reply.data as ParamBatch;
    expect(await jobsOf(batch)).toMatchObject([{ state: 'reading', finished_at: null }]);
    await thing.connect();
    expect(await finished(batch)).toMatchObject([{ state: 'verified', attempt: 1 }]);
    expect(sent(thing)).toEqual([{ E_SOC_RSV: 20 }]);
  });

  it('does each step once with two concurrent runners', async () => {
    const things = [await deviceUnderTest(), await deviceUnderTest(), await deviceUnderTest()];
    const second = new Runner(coreOfNode());
    const batch = await start(
      things.map((t) => t.id),
      { E_SOC_RSV: 20 },
    );
    await until(async () => {
      await second.run();
      return (await jobsOf(batch)).every((j) => j.finished_at !== null);
    });
    await second.stop();
    for (const thing of things) {
      expect(sent(thing)).toEqual([{ E_SOC_RSV: 20 }]);
      // A command may be sent again, with the same id, before its answer was processed.
      const commands = new Map(thing.device.commands.map((c) => [c.id, c.cmd]));
      expect([...commands.values()]).toEqual(['report', 'set_config', 'report']);
    }
  });

  it('sees the message that another runner wrote while this one was reading the job', async () => {
    const thing = await deviceUnderTest(main, false);
    const batch = await start([thing.id], { E_SOC_RSV: 20 });
    const [job] = await jobsOf(batch);
    const { db, pool } = node.services;
    const gate = await pool.connect();
    try {
      // The read of the batch waits at the gate: its statement has begun, and its snapshot is fixed.
      await pool.query(`create function gate() returns boolean language plpgsql volatile as
        'begin perform pg_advisory_xact_lock_shared(4711); return true; end'`);
      await pool.query('alter table param_batches rename to batches_kept');
      await pool.query('create view param_batches as select * from batches_kept where gate()');
      await gate.query('select pg_advisory_lock(4711)');
      const waiting = async (lock: string) => {
        const { rowCount } = await pool.query(
          'select from pg_stat_activity where datname = current_database() and wait_event = $1',
          [lock],
        );
        return rowCount !== 0;
      };
      const reading = db.transaction().execute((trx) => lockJob(trx, job?.id ?? ''));
      await until(() => waiting('advisory'));
      const other = db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ id: string }>`
          insert into commands (thing_id, cmd, params, expires_at)
          values (${thing.id}, 'report', '{}', now() + interval '1 minute') returning id`.execute(trx);
        await sql`update param_jobs set state = 'reading', command_id = ${rows[0]?.id} where id = ${job?.id}`.execute(
          trx,
        );
        return rows[0]?.id;
      });
      let written = false;
      void other.then(() => {
        written = true;
      });
      await until(async () => written || (await waiting('transactionid')));
      await gate.query('select pg_advisory_unlock(4711)');
      const read = await reading;
      const id = await other;
      expect([
        { command_id: null, command_state: null },
        { command_id: id, command_state: 'queued' },
      ]).toContainEqual({ command_id: read?.command_id, command_state: read?.command_state });
    } finally {
      await gate.query('select pg_advisory_unlock_all()');
      gate.release();
      await pool.query('drop view if exists param_batches');
      await pool.query('alter table if exists batches_kept rename to param_batches');
      await pool.query('drop function if exists gate');
    }
  });

  it('does not reach devices that its account no longer sees', async () => {
    const factory = await node.server.account('factory', main);
    const thing = await deviceUnderTest(main, false);
    const bind = { ctx: node.server.as(main) };
    await node.server.things.bind(bind.ctx, [factory.id], [thing.id]);
    const own = (await node.server.signIn(factory.userName)).token;
    const reply = await api('POST', '/batches', { things: [thing.id], values: { E_SOC_RSV: 20 } }, own);
    await node.server.things.unbind(bind.ctx, [factory.id], [thing.id]);
    await thing.connect();
    expect(await finished(reply.data as ParamBatch)).toMatchObject([
      { state: 'skipped', reason: 'not_visible' },
    ]);
    expect(thing.device.commands).toEqual([]);
  });
});

function coreOfNode() {
  return {
    services: node.services,
    things: node.server.things,
    commands: {
      send: () => Promise.reject(new Error('not here')),
      enqueue: node.commands.enqueue,
      publish: node.commands.publish,
    },
  };
}

describe('templates', () => {
  const values = { E_SOC_RSV: 25, PX_EN: 1 };
  it('are kept, changed, applied and deleted, each with its audit row', async () => {
    const created = await api('POST', '/templates', { name: 'Winter', values });
    expect(created).toMatchObject({ status: 200, data: { editable: true, version: 1, values } });
    const { id } = created.data as ParamTemplate;
    expect(await api('POST', '/templates', { name: 'winter', values })).toMatchObject({ status: 400 });
    const changed = { name: 'Winter 2', note: 'cold', values: { E_SOC_RSV: 35 }, version: 1 };
    expect(await api('PUT', `/templates/${id}`, changed)).toMatchObject({
      data: { version: 2, note: 'cold' },
    });
    expect(await api('PUT', `/templates/${id}`, changed)).toMatchObject({ status: 409 });
    const thing = await deviceUnderTest();
    const batch = await start([thing.id], { E_SOC_RSV: 35 }, { template_id: id });
    expect(batch.template).toBe('Winter 2');
    await finished(batch);
    expect(await api('DELETE', `/templates/${id}`)).toMatchObject({ status: 200 });
    expect(await listOf<ParamTemplate>('/templates?search=winter')).toEqual([]);
    expect((await audited('params.template.')).map((a) => a.action)).toEqual([
      'params.template.create',
      'params.template.update',
      'params.template.delete',
    ]);
  });

  it('can be used by accounts below, which may not change them, but not by siblings', async () => {
    const [factory, beside] = [
      await node.server.account('factory', main),
      await node.server.account('factory', main),
    ];
    const agent = await node.server.account('agent1', factory);
    const as = async (account: AccountRow) => (await node.server.signIn(account.userName)).token;
    const [factoryToken, agentToken, besideToken] = [await as(factory), await as(agent), await as(beside)];
    const { id } = (await api('POST', '/templates', { name: 'Ours', values }, factoryToken))
      .data as ParamTemplate;
    const seen = async (who: string) =>
      ((await api('GET', '/templates', undefined, who)).data as { list: ParamTemplate[] }).list;
    expect(await seen(agentToken)).toMatchObject([{ id, editable: false, owner: null }]);
    expect(await seen(besideToken)).toEqual([]);
    const change = { name: 'Mine', values, version: 1 };
    expect(await api('PUT', `/templates/${id}`, change, agentToken)).toMatchObject({ status: 403 });
    expect(await api('DELETE', `/templates/${id}`, undefined, agentToken)).toMatchObject({ status: 403 });
    expect(await api('PUT', `/templates/${id}`, change, besideToken)).toMatchObject({ status: 404 });
    expect(await api('PUT', `/templates/${id}`, change)).toMatchObject({ status: 200 });
  });

  it('refuse values beyond the limits, beside the key', async () => {
    expect(await api('POST', '/templates', { name: 'Bad', values: { E_SOC_RSV: 200 } })).toMatchObject({
      status: 400,
      data: [{ path: 'values.E_SOC_RSV', key: 'command.tooLarge' }],
    });
  });
});

describe('permissions', () => {
  let thing: DeviceUnderTest;
  let batch: ParamBatch;
  let reading: ParamReading;
  beforeEach(async () => {
    thing ??= await deviceUnderTest();
    reading ??= (await api('POST', `/things/${thing.id}/read`)).data as ParamReading;
    batch ??= await start([thing.id], { E_SOC_RSV: 20 });
    await finished(batch);
  });
  const calls = (): [method: 'GET' | 'POST', path: string, body?: object][] => [
    ['GET', `/things/${thing.id}`],
    ['GET', `/things/${thing.devid}`],
    ['POST', `/things/${thing.id}/read`],
    ['GET', `/things/${thing.id}/sets`],
    ['GET', `/things/${thing.id}/changes`],
    ['POST', '/batches', { things: [thing.id], values: { E_SOC_RSV: 20 } }],
    ['POST', '/batches/preview', { things: [thing.devid], values: { E_SOC_RSV: 20 } }],
    ['GET', `/batches/${batch.id}`],
    ['GET', `/batches/${batch.id}/jobs`],
    ['POST', `/batches/${batch.id}/cancel`],
    ['POST', `/batches/${batch.id}/retry`, {}],
  ];

  it('refuse accounts outside the subtree: 404', async () => {
    const beside = await node.server.account('factory', main);
    const as = (await node.server.signIn(beside.userName)).token;
    for (const [method, path, body] of calls()) {
      expect([path, (await api(method, path, body, as)).status]).toEqual([path, 404]);
    }
    expect(await api('GET', '/batches', undefined, as)).toMatchObject({ data: { total: 0 } });
    const filter = { filter: { search: thing.devid }, values: { E_SOC_RSV: 20 } };
    expect(await api('POST', '/batches', filter, as)).toMatchObject({ status: 400 });
    expect(reading.id).not.toBe('');
  });

  it.each<[string, object]>([
    ['no value', { things: ['x'], values: {} }],
    ['neither things nor filter', { values: { E_MODE: 1 } }],
    ['both', { things: ['x'], filter: {}, values: { E_MODE: 1 } }],
    ['a text as a value', { things: ['x'], values: { E_MODE: '1' } }],
    ['an unknown key', { filter: {}, values: { E_NO: 1 } }],
    ['beyond the limits', { filter: {}, values: { E_SOC_RSV: 1e308 } }],
    ['no time', { filter: {}, values: { E_MODE: 1 }, wait_s: 0 }],
    ['a set for several things', { things: ['x', 'y'], values: { E_MODE: 1 }, undo_set: '1' }],
  ])('refuses %s', async (_what, body) => {
    expect(await api('POST', '/batches', body)).toMatchObject({ status: 400 });
  });
});
