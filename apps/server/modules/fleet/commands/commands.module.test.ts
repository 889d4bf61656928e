import type { Command, CommandAnswer } from '@voltloop/contract';
import { sql } from 'kysely';
import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneRow } from '../../../platform/db.ts';
import { UplinkRouter } from '../../../platform/uplink.ts';
import { startDeviceServer, type TestDevice, until } from '../../../testing/devices.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../../people/accounts/index.ts';
import { handleReply } from './handle-reply.ts';
import { createCommands } from './index.ts';
import { publishCommand } from './publish-command.ts';
import { Sweep } from './sweep.ts';

const node = setUp(startDeviceServer);
let main: AccountRow;
let token: string;
let thing: { id: string; devid: string; secret: string };
let device: TestDevice;
let made = 0;

const body = { cmd: 'set_config', params: { keys: { E_SOC_RSV: 20 } } };

beforeAll(async () => {
  main = await node.server.tenant();
  token = (await node.server.signIn(main.userName)).token;
});

beforeEach(async () => {
  thing = await node.register(main, `CMD${++made}`);
});

const path = (devid = thing.devid) => `/v1/things/tenants/${main.tenantId}/things/${devid}/messages`;

const send = (query: string, message: unknown = body, as = token) =>
  node.server.call(as, 'POST', `${path()}?${query}`, message) as Promise<{
    status: number;
    code: number;
    message: string;
    data: never;
  }>;

const list = async (as = token): Promise<Command[]> => {
  const reply = await node.server.call(as, 'GET', `${path()}?page_size=50`);
  return (reply.data as { list: Command[] }).list;
};

interface StoredCommand {
  id: string;
  cmd: string;
  params: Record<string, unknown>;
  state: string;
  requested_by: string | null;
  created_at: Date;
  sent_at: Date | null;
  next_send_at: Date;
  attempts: number;
  answered_at: Date | null;
  expires_at: Date;
  reply: Record<string, unknown> | null;
  error: string | null;
}

const ledger = async () => {
  const { rows } = await sql<StoredCommand>`select * from commands where thing_id = ${thing.id}`.execute(
    node.services.db,
  );
  return rows;
};

const audited = async () => {
  const { rows } = await sql<{
    action: string;
    actor_name: string | null;
    tenant_id: string | null;
    details: Record<string, unknown>;
  }>`
    select action, actor_name, tenant_id, details from audit
    where object_id = ${thing.id} and action like 'command.%' order by seq`.execute(node.services.db);
  return rows.map((r) => ({ ...r, details: r.details as Record<string, unknown> }));
};

/** Makes the device answer every command. */
async function answering(reply: { ok: boolean; error?: string } = { ok: true }): Promise<TestDevice> {
  device = await node.device(thing);
  device.onCommand = ({ id, params }) => {
    const { keys } = params as { keys?: Record<string, unknown> };
    void device.reply({ id, values: keys ?? {}, device_time: Date.now(), ...reply });
  };
  return device;
}

describe('a call that waits', () => {
  it('returns the device’s answer, and stores it in ledger and audit', async () => {
    await answering();
    const reply = await send('async=false&timeout=10000');
    expect(reply).toMatchObject({ status: 200, code: 0 });
    const answer = reply.data as CommandAnswer;
    expect(answer).toMatchObject({ ok: true, values: { E_SOC_RSV: 20 }, error: null });
    expect(answer.device_time).toBeGreaterThan(Date.now() - 60_000);

    const [row] = await ledger();
    expect(row).toMatchObject({ state: 'answered', cmd: 'set_config', attempts: 1, error: null });
    expect(device.commands).toEqual([
      { id: row?.id, cmd: 'set_config', params: body.params, expires: row?.expires_at.getTime() },
    ]);
    expect(await audited()).toMatchObject([
      {
        action: 'command.send',
        actor_name: main.userName,
        details: { command: row?.id, params: body.params },
      },
      { action: 'command.reply', actor_name: null, tenant_id: main.tenantId, details: { ok: true } },
    ]);
  });

  it('returns the device’s reason when it refuses', async () => {
    await answering({ ok: false, error: 'not while upgrading' });
    const reply = await send('async=false&timeout=10000');
    expect(reply).toMatchObject({ status: 200, data: { ok: false, error: 'not while upgrading' } });
    expect(await ledger()).toMatchObject([{ state: 'failed', error: 'not while upgrading' }]);
  });

  it('ends with 504 without an answer, and the command ends with it', async () => {
    device = await node.device(thing);
    const reply = await send('async=false&timeout=1000');
    expect(reply).toMatchObject({ status: 504, code: 5040001, message: 'The device did not answer' });
    const [row] = await ledger();
    expect(row).toMatchObject({ state: 'expired', reply: null });
    expect((await audited()).map((a) => a.action)).toEqual(['command.send', 'command.expire']);
    // The next command is not blocked.
    await device.end();
    await answering();
    expect(await send('async=false&timeout=10000')).toMatchObject({ status: 200 });
  });

  it('gets an answer that arrives on another node', async () => {
    // The other node receives the replies; this one only waits.
    device = await node.device(thing);
    const other = new UplinkRouter();
    const second = await createCommands(
      node.services,
      node.server.things,
      node.telemetry,
      other,
      node.firmware,
    );
    device.onCommand = ({ id }) =>
      void other.deliver({
        devid: thing.devid,
        kind: 'replies',
        payload: Buffer.from(JSON.stringify({ id, ok: true, values: { there: 1 } })),
        retained: false,
      });
    expect(await send('async=false&timeout=10000')).toMatchObject({ data: { values: { there: 1 } } });
    await second.stop?.();
  });

  it('gets its answer although the notice is lost', async () => {
    device = await node.device(thing);
    device.onCommand = ({ id }) =>
      // Directly in the ledger: no notice is sent.
      void sql`update commands set state = 'answered', reply = '{"ok": true, "values": {"quiet": 1}, "device_time": null}'
        where id = ${id}`.execute(node.services.db);
    expect(await send('async=false&timeout=10000')).toMatchObject({ data: { values: { quiet: 1 } } });
  });

  it('may be aborted; the command continues', async () => {
    device = await node.device(thing);
    const gone = new AbortController();
    const call = fetch(`${node.url}${path()}?async=false&timeout=20000`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: gone.signal,
    });
    const [command] = await until(() => (device.commands.length > 0 ? device.commands : null));
    gone.abort();
    await expect(call).rejects.toThrow();
    await device.reply({ id: command?.id ?? '', ok: true, values: {} });
    expect(await ledger()).toMatchObject([{ state: 'answered' }]);
  });
});

describe('replies', () => {
  const sendAsync = async (): Promise<Command> => (await send('async=true&save_log=true')).data as Command;

  it('count once: a duplicate changes nothing', async () => {
    device = await node.device(thing);
    const { id } = await sendAsync();
    await device.reply({ id, ok: true, values: { n: 1 } });
    await device.reply({ id, ok: false, error: 'no' });
    await device.reply({ id, ok: true, values: { n: 2 } });
    expect(await ledger()).toMatchObject([{ state: 'answered', error: null, reply: { values: { n: 1 } } }]);
    expect((await audited()).filter((a) => a.action === 'command.reply')).toHaveLength(1);
  });

  it('count once when they are concurrent', async () => {
    device = await node.device(thing);
    const { id } = await sendAsync();
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => device.reply({ id, ok: n % 2 === 0, values: { n }, error: 'no' })),
    );
    const [row] = await ledger();
    expect(['answered', 'failed']).toContain(row?.state);
    expect((await audited()).filter((a) => a.action === 'command.reply')).toHaveLength(1);
  });

  it('after expiry are stored and audited once, and change no state', async () => {
    device = await node.device(thing);
    expect(await send('async=false&timeout=1000')).toMatchObject({ status: 504 });
    const id = device.commands[0]?.id ?? '';
    await device.reply({ id, ok: true, values: { late: 1 } });
    await device.reply({ id, ok: true, values: { late: 2 } });
    expect(await ledger()).toMatchObject([
      { state: 'expired', answered_at: null, reply: { values: { late: 1 } } },
    ]);
    expect((await audited()).map((a) => a.action)).toEqual([
      'command.send',
      'command.expire',
      'command.lateReply',
    ]);
  });

  it('after the deadline are late even before a sweep', async () => {
    device = await node.device(thing);
    const { id } = await sendAsync();
    await sql`update commands set expires_at = ${new Date(Date.now() - 1)} where id = ${id}`.execute(
      node.services.db,
    );
    await device.reply({ id, ok: true });
    const row = await until(async () => (await ledger()).find((r) => r.state === 'expired'));
    expect(row.reply).toMatchObject({ ok: true });
  });

  it('of another device are ignored', async () => {
    device = await node.device(thing);
    const { id } = await sendAsync();
    const stranger = await node.device(await node.register(main, `STR${made}`));
    await stranger.reply({ id, ok: true, values: { forged: 1 } });
    expect(await ledger()).toMatchObject([{ state: 'sent', reply: null }]);
    await device.reply({ id, ok: true });
    expect(await ledger()).toMatchObject([{ state: 'answered' }]);
  });

  it('that are unreadable or cannot be stored have no effect', async () => {
    device = await node.device(thing);
    const { id } = await sendAsync();
    await device.publish('replies', Buffer.from('not json'));
    await device.publish('replies', { id: 'x', ok: true });
    await device.publish('replies', { id: '00000000-0000-4000-8000-000000000000', ok: true });
    await device.reply({ id, ok: true, values: { text: 'a\0b\ud800', 'k\0': 1 } });
    expect(await ledger()).toMatchObject([
      { state: 'answered', reply: { values: { text: 'ab\ufffd', k: 1 } } },
    ]);
    const topic = `things/${thing.devid}/replies`;
    expect(await node.rejects(thing.devid)).toEqual([
      [topic, 'bad_message: id'],
      [topic, 'not_json'],
    ]);
  });
});

describe('an offline device', () => {
  it('gets its command when it comes online', async () => {
    const sent = (await send('async=true')).data as Command;
    expect(sent).toMatchObject({ state: 'sent', answered_at: null });
    expect(sent.expires_at - sent.created_at).toBe(600_000);
    await answering();
    await until(async () => (await ledger())[0]?.state === 'answered');
    expect(device.commands[0]?.id).toBe(sent.id);
  });

  it('receives it although it reports itself online before it subscribes', async () => {
    await send('async=true');
    device = await node.device(thing);
    // The first sending may be lost; the second follows soon after.
    device.commands.length = 0;
    await until(() => device.commands.length > 0, 8000);
  });

  it('receives identical repetitions until it replies', async () => {
    device = await node.device(thing);
    await send('async=true');
    await until(() => device.commands.length >= 2, 8000);
    expect(new Set(device.commands.map((c) => c.id)).size).toBe(1);
  });
});

describe('after a killed process', () => {
  it('a written but unsent command is sent at the next start', async () => {
    await answering();
    // The state left by a node that died between ledger and broker; due so late that the running sweep ignores it.
    const later = new Date(Date.now() + 300_000);
    await sql`
      insert into commands (thing_id, requested_by, cmd, params, next_send_at, expires_at)
      values (${thing.id}, ${main.id}, 'report', '{}', ${later}, ${later})`.execute(node.services.db);
    const next = await createCommands(
      node.services,
      node.server.things,
      node.telemetry,
      new UplinkRouter(),
      node.firmware,
    );
    await next.start?.();
    await until(async () => (await ledger())[0]?.state === 'answered');
    expect(device.commands).toHaveLength(1);
    await next.stop?.();
  });

  it('sends every pending command after a restart, also more than fit into one query', async () => {
    const things = await node.server.things.register(
      node.server.as(main),
      Array.from({ length: 130 }, (_, i) => ({ devid: `MANY${i}`, devtype: 'HE_BAT' })),
    );
    const ids = things.map((t) => t.thing.id);
    await node.services.pool.query(
      `insert into commands (thing_id, cmd, requested_by, state, sent_at, attempts, next_send_at, expires_at)
       select unnest($1::uuid[]), 'report', $2, 'sent', now(), 5, now() + interval '5 minutes', now() + interval '10 minutes'`,
      [ids, main.id],
    );
    const sweep = new Sweep(node.services);
    sweep.start();
    await until(async () => {
      const { rows } = await node.services.pool.query(
        'select count(*)::int as n from commands where thing_id = any($1) and attempts = 6',
        [ids],
      );
      return rows[0].n === 130;
    });
    await sweep.stop();
  });

  it('a command whose node died while sending it expires', async () => {
    await sql`
      insert into commands (thing_id, requested_by, cmd, params, state, created_at, sent_at, expires_at)
      values (${thing.id}, ${main.id}, 'report', '{}', 'sent', ${new Date(Date.now() - 60_000)},
        ${new Date(Date.now() - 60_000)}, ${new Date(Date.now() - 30_000)})`.execute(node.services.db);
    await until(async () => (await ledger())[0]?.state === 'expired');
    expect((await audited()).map((a) => a.action)).toEqual(['command.expire']);
  });
});

describe('concurrent commands', () => {
  it('of two calls one succeeds, the other gets the reason for its refusal', async () => {
    device = await node.device(thing);
    const replies = await Promise.all(Array.from({ length: 6 }, () => send('async=true')));
    expect(replies.filter((r) => r.status === 200)).toHaveLength(1);
    const refused = replies.filter((r) => r.status === 409);
    expect(refused).toHaveLength(5);
    expect(refused[0]).toMatchObject({ code: 4090001 });
    expect(refused[0]?.message).toMatch(
      /^Another command waits for this device's answer, for \d+ s at most$/,
    );
    expect(await ledger()).toHaveLength(1);
  });

  it('send a job’s command once when sweep and job send it at the same time', async () => {
    device = await node.device(thing);
    const actor = { accountId: main.id, userName: main.userName, roleId: 0, tenantId: main.tenantId };
    const now = new Date();
    const command = { thing, body: { cmd: 'report' as const, params: {} }, actor };
    const expires = new Date(now.getTime() + 60_000);
    const id = await node.services.db
      .transaction()
      .execute((trx) => node.commands.enqueue(trx, now, { ...command, expires }));
    await Promise.all([1, 2, 3].map(() => node.commands.publish(id ?? '')));
    expect(await ledger()).toMatchObject([{ state: 'sent', attempts: 1 }]);
    await until(() => device.commands.length > 0);
    expect(device.commands).toMatchObject([{ id }]);
  });

  it('are not blocked by an expired command', async () => {
    await sql`
      insert into commands (thing_id, requested_by, cmd, params, expires_at)
      values (${thing.id}, ${main.id}, 'report', '{}', ${new Date(Date.now() - 1)})`.execute(
      node.services.db,
    );
    expect(await send('async=true')).toMatchObject({ status: 200 });
    expect((await ledger()).map((r) => r.state).sort()).toEqual(['expired', 'sent']);
  });
});

describe('permissions', () => {
  it('the sender’s name is visible at and above its account, not below', async () => {
    const { server } = node;
    const factory = await server.account('factory', main);
    const agent1 = await server.account('agent1', factory);
    await server.things.bind(server.as(main), [agent1.id], [thing.devid]);
    await send('async=true&save_log=true', body, (await server.signIn(factory.userName)).token);
    for (const [account, shown] of [
      [main, factory.userName],
      [factory, factory.userName],
      [agent1, null],
    ] as const) {
      const [command] = await list((await server.signIn(account.userName)).token);
      expect([account.kind, command?.requested_by]).toEqual([account.kind, shown]);
    }
  });

  it('errors are reported beside their field, and nothing is sent', async () => {
    const reply = await send('async=true', {
      cmd: 'set_config',
      params: { keys: { E_SOC_RSV: 95, NOT_A_KEY: 1 } },
    });
    expect(reply).toMatchObject({ status: 400, code: 4000001 });
    expect(reply.data).toMatchObject([
      { path: 'keys.E_SOC_RSV', message: 'At most 90 %' },
      { path: 'keys.NOT_A_KEY' },
    ]);
    expect((await send('async=true', { cmd: 'format_disk' })).status).toBe(400);
    expect(
      (await send('async=true', { cmd: 'set_config', params: { keys: { E_SOC_RSV: '20' } } })).status,
    ).toBe(400);
    expect(await ledger()).toEqual([]);
  });

  it('pack numbers are checked against the number of packs that the device reported', async () => {
    device = await node.device(thing);
    await device.publish('telemetry', { ts: Date.now(), boot: 1, seq: 1, data: { M_PACK_NUM: 3 } });
    const reply = await send('async=true', { cmd: 'report_pack', params: { P_no: 4 } });
    expect(reply).toMatchObject({
      status: 400,
      data: [{ path: 'P_no', message: 'This system has 3 packs' }],
    });
    expect((await send('async=true', { cmd: 'report_pack', params: { P_no: 3 } })).status).toBe(200);
  });
});

describe('the ledger of a thing', () => {
  it('has every command, newest first, in pages', async () => {
    await answering();
    await send('async=false&save_log=false&timeout=10000');
    await send('async=false&save_log=true&timeout=10000', { cmd: 'report', params: {} });
    device.onCommand = () => {};
    await send('async=true&save_log=false', { cmd: 'reset' });
    expect((await list()).map((c) => [c.cmd, c.state, c.requested_by])).toEqual([
      ['reset', 'sent', main.userName],
      ['report', 'answered', main.userName],
      ['set_config', 'answered', main.userName],
    ]);
    const second = await node.server.call(token, 'GET', `${path()}?page_size=2&current_page=2`);
    expect(second.data).toMatchObject({
      total: 3,
      current_page: 2,
      page_size: 2,
      list: [{ cmd: 'set_config' }],
    });
  });

  it('has texts also without save_log, which only hides them from the server’s log', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const services = { ...node.services, log };
    for (const saveLog of [true, false]) {
      const row = oneRow(
        await sql<{ id: string }>`
        insert into commands (thing_id, requested_by, cmd, params, save_log, next_send_at, expires_at)
        values (${thing.id}, ${main.id}, 'report', ${JSON.stringify({ keys: [`P_${saveLog}`] })}::jsonb,
          ${saveLog}, ${new Date(Date.now() + 300_000)}, ${new Date(Date.now() + 600_000)})
        returning id`.execute(node.services.db),
      );
      await publishCommand(services, row.id, { atOnce: true });
      const reply = { id: row.id, ok: true, values: { [`V_${saveLog}`]: 1 } };
      await handleReply(services, node.telemetry, {
        devid: thing.devid,
        payload: Buffer.from(JSON.stringify(reply)),
      });
    }
    const text = lines.join('');
    expect(text).toContain('P_true');
    expect(text).toContain('V_true');
    expect(text).not.toContain('_false');
    expect((await audited()).filter((a) => a.action === 'command.reply')).toHaveLength(2);
  });
});
