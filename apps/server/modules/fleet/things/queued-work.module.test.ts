import { randomBytes } from 'node:crypto';
import type { Campaign, Command, FirmwarePackage, ParamBatch } from '@voltloop/contract';
import { topicOf } from '@voltloop/protocol';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { UplinkRouter } from '../../../platform/uplink.ts';
import { startDeviceServer, until } from '../../../testing/devices.ts';
import { setUp } from '../../../testing/set-up.ts';
import { testSigner } from '../../../testing/signer.ts';
import { startTwoNodes } from '../../../testing/two-nodes.ts';
import type { AccountRow } from '../../people/accounts/index.ts';
import { createCommands } from '../commands/index.ts';
import { createSites } from '../sites/index.ts';

const node = setUp(() =>
  startDeviceServer({
    extra: (services, { things, telemetry }) => [createSites(services, telemetry, things)],
  }),
);
let main: AccountRow;
let other: AccountRow;
let token: string;
let pkg: FirmwarePackage;
let devid: string;
let made = 0;

const api = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, as = token) =>
  node.server.call(as, method, path.replace('/T/', `/${main.tenantId}/`), body);

beforeAll(async () => {
  main = await node.server.tenant();
  other = await node.server.tenant();
  token = (await node.server.signIn(main.userName)).token;
  const signer = testSigner();
  await node.firmware.addKey(node.server.as(main), { name: 'works', public_key: signer.publicKey });
  const content = randomBytes(1000);
  const fields = signer.fields(content, { pkgtype: 'EMS_V2_firmware', version: '2.5.0' });
  pkg = await node.firmware.importPackage(node.server.as(main), fields, content);
});
beforeEach(() => {
  devid = `AGAIN${++made}`;
});

/** Each kind of work for an offline device, and how it is shown after the device was deleted. */
const kinds = {
  'a command': {
    async queue() {
      const reply = await api('POST', `/v1/things/tenants/T/things/${devid}/messages?async=true`, {
        cmd: 'reset',
        params: { target: 'factory' },
      });
      expect(reply.status).toBe(200);
      return (reply.data as Command).id;
    },
    row: 'select state, error as reason from commands where id = $1',
    ended: { state: 'cancelled', reason: 'deleted' },
    action: 'command.cancel',
  },
  'a change of parameters': {
    async queue() {
      const body = { values: { E_SOC_RSV: 20 }, things: [devid], wait_s: 3600 };
      const reply = await api('POST', '/v1/params/tenants/T/batches', body);
      expect(reply.status).toBe(200);
      return (reply.data as ParamBatch).id;
    },
    row: 'select state, reason from param_jobs where batch_id = $1',
    ended: { state: 'skipped', reason: 'deleted' },
    action: 'params.job.skipped',
  },
  'an upgrade': {
    async queue() {
      const body = { package_id: pkg.id, things: [devid], waves: [100] };
      const reply = await api('POST', '/v1/upgrade/tenants/T/campaigns', body);
      expect(reply).toMatchObject({ status: 200 });
      const { id } = reply.data as Campaign;
      // Sent, and not answered.
      await node.services.pool.query('update upgrade_jobs set state = 2 where campaign_id = $1', [id]);
      return id;
    },
    row: 'select state::text as state, error as reason from upgrade_jobs where campaign_id = $1',
    ended: { state: '8', reason: 'deleted' },
    action: 'upgrade.job.drop',
  },
};

describe.each(Object.entries(kinds))('%s that is queued for a deleted device', (_kind, kind) => {
  test('ends with it, and reaches no other device that is registered with its id', async () => {
    const old = await node.register(main, devid);
    const id = await kind.queue();
    expect((await api('DELETE', `/v1/things/tenants/T/things/${devid}`)).status).toBe(200);
    const { rows } = await node.services.pool.query(kind.row, [id]);
    expect(rows).toEqual([kind.ended]);
    const audit = await node.services.pool.query(
      'select action, actor_name from audit where object_id = $1 order by seq desc limit 2',
      [old.id],
    );
    expect(audit.rows.map((r) => r.action).sort()).toEqual([kind.action, 'thing.delete'].sort());
    expect(audit.rows.map((r) => r.actor_name)).toEqual([main.userName, main.userName]);

    const again = await node.register(other, devid);
    const device = await node.device(again);
    await node.telemetry.flush();
    await node.firmware.sweep();
    await restartCommands();
    await sendsOwn(device);
    expect(device.commands.map((c) => c.cmd)).toEqual(['report']);
  });

  test('is not sent either when it had survived the deletion', async () => {
    const old = await node.register(main, devid);
    const id = await kind.queue();
    // As a version before this rule did, or a node that was about to write it.
    const { pool } = node.services;
    await pool.query('update things set deleted_at = now() where id = $1', [old.id]);
    await pool.query('update thing_state set online = true where thing_id = $1', [old.id]);
    const device = await node.device(await node.register(other, devid));
    await node.telemetry.flush();
    await node.firmware.sweep();
    await restartCommands();
    await sendsOwn(device);
    expect(device.commands.map((c) => c.cmd)).toEqual(['report']);
    if (kind.action !== 'upgrade.job.drop')
      await until(async () => (await pool.query(kind.row, [id])).rows[0].reason === 'deleted');
  });
});

/** Another node starts: it sends every pending command. */
async function restartCommands(): Promise<void> {
  const { services, server, telemetry, firmware } = node;
  const second = await createCommands(services, server.things, telemetry, new UplinkRouter(), firmware);
  await second.start?.();
  await second.stop?.();
}

/** The new owner sends a command of its own, which is the newest that the device receives. */
async function sendsOwn(device: Awaited<ReturnType<typeof node.device>>): Promise<void> {
  device.onCommand = ({ id }) => void device.reply({ id, ok: true, values: {}, device_time: Date.now() });
  const { token: own } = await node.server.signIn(other.userName);
  const path = `/v1/things/tenants/${other.tenantId}/things/${devid}/messages?timeout=10000`;
  expect((await node.server.call(own, 'POST', path, { cmd: 'report', params: {} })).status).toBe(200);
}

describe('work of an account that no longer sees the device', () => {
  async function branch() {
    const factory = await node.server.account('factory', main);
    const agent = await node.server.account('agent1', factory);
    const installer = await node.server.account('installer', agent);
    const thing = await node.register(main, devid);
    await node.server.things.bind(node.server.as(main), [installer.id], [devid]);
    return { factory, agent, installer, thing, as: (await node.server.signIn(agent.userName)).token };
  }
  const send = (as: string) =>
    api('POST', `/v1/things/tenants/T/things/${devid}/messages?async=true`, { cmd: 'reset', params: {} }, as);
  const command = async (id: string) =>
    (await node.services.pool.query('select state, error from commands where id = $1', [id])).rows[0];

  test.each([
    [
      'after an unbinding',
      ({ installer }: Awaited<ReturnType<typeof branch>>) =>
        node.server.things.unbind(node.server.as(main), [installer.id], [devid]),
    ],
    [
      'after its branch moved',
      ({ installer, factory }: Awaited<ReturnType<typeof branch>>) =>
        node.server.accounts.moveAccount(node.server.as(main), installer.id, factory.id),
    ],
    [
      'after the account was disabled',
      ({ agent }: Awaited<ReturnType<typeof branch>>) =>
        node.services.pool.query('update accounts set disabled_at = now() where id = $1', [agent.id]),
    ],
  ])('is not sent %s, and blocks no other work', async (_when, lose) => {
    const made = await branch();
    const sent = (await send(made.as)).data as Command;
    await lose(made);
    const device = await node.device(made.thing);
    await until(async () => (await command(sent.id)).state === 'cancelled');
    expect(await command(sent.id)).toEqual({ state: 'cancelled', error: 'not_visible' });
    expect((await send(token)).status).toBe(200);
    await until(() => device.commands.length === 1);
    expect(device.commands[0]?.id).not.toBe(sent.id);
  });

  test('a device that downloads is asked to stop, one that installs is left alone', async () => {
    const { installer, thing, as } = await branch();
    const body = { package_id: pkg.id, things: [devid], waves: [100] };
    const { id } = (await api('POST', '/v1/upgrade/tenants/T/campaigns', body, as)).data as Campaign;
    const device = await node.device(thing);
    const set = (state: number) =>
      node.services.pool.query(
        'update upgrade_jobs set state = $1, next_at = now(), sent_at = now() where campaign_id = $2',
        [state, id],
      );
    await node.server.things.unbind(node.server.as(main), [installer.id], [devid]);
    await set(4);
    await device.publish('state', { online: true, E_FW: '2.4.0' });
    await until(() => device.commands.some((c) => c.cmd === 'upgrade'));
    await set(3);
    await device.publish('state', { online: true, E_FW: '2.4.0' });
    await until(() => device.commands.some((c) => c.cmd === 'upgrade_cancel'));
  });
});

test('a request to transfer a deleted device is cancelled', async () => {
  const [from, to] = [await node.server.account('enduser', main), await node.server.account('enduser', main)];
  const thing = await node.register(main, devid);
  await node.server.things.bind(node.server.as(main), [from.id], [devid]);
  const { rows } = await node.services.pool.query(
    `insert into site_transfers (tenant_id, thing_id, giver_id, receiver_id, share_history, requested_by, expires_at)
     values ($1, $2, $3, $4, false, $5, now() + interval '1 day') returning id`,
    [main.tenantId, thing.id, from.id, to.id, main.id],
  );
  await node.server.things.unbind(node.server.as(main), [from.id], [devid]);
  await node.server.things.remove(node.server.as(main), devid);
  const { rows: after } = await node.services.pool.query('select state from site_transfers where id = $1', [
    rows[0].id,
  ]);
  expect(after).toEqual([{ state: 'cancelled' }]);
});

test('messages of a connection that outlives its device are not those of the next device with the id', async () => {
  const old = await node.device(await node.register(main, devid));
  await node.server.things.remove(node.server.as(main), devid);
  const again = await node.register(other, devid);
  // The test server's own bus disconnects nobody.
  await old.publish('telemetry', { ts: Date.now(), boot: 1, seq: 1, data: { M_SOC: 11 } });
  await old.client.publishAsync(topicOf(devid, 'state'), JSON.stringify({ online: true }), { qos: 1 });
  await node.telemetry.flush();
  const state = await node.services.pool.query(
    'select online, received_at from thing_state where thing_id = $1',
    [again.id],
  );
  expect(state.rows).toEqual([{ online: false, received_at: null }]);
});

test('every node disconnects a deleted device', async () => {
  const nodes = await startTwoNodes();
  try {
    const disconnected = vi.spyOn(nodes.other.services.bus, 'disconnectHere');
    await nodes.server.things.register(nodes.server.as(nodes.main), [{ devid: 'GONE1', devtype: 'HE_BAT' }]);
    expect(disconnected).not.toHaveBeenCalled();
    await nodes.server.things.remove(nodes.server.as(nodes.main), 'GONE1');
    await vi.waitFor(() => expect(disconnected).toHaveBeenCalledWith('GONE1'), { timeout: 10_000 });
  } finally {
    await nodes.stop();
  }
});
