import { randomBytes } from 'node:crypto';
import type { Campaign, FirmwarePackage, UpgradeJob } from '@voltloop/contract';
import { rights } from '@voltloop/contract/rights.ts';
import type { CommandMessage, UpgradeParams } from '@voltloop/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UplinkRouter } from '../../../platform/uplink.ts';
import { type DeviceServer, startDeviceServer, type TestDevice, until } from '../../../testing/devices.ts';
import { testSigner } from '../../../testing/signer.ts';
import type { AccountRow } from '../../people/accounts/index.ts';
import { createFirmware } from './index.ts';
import { dueCampaigns } from './store-campaigns.ts';

const EMS = 'EMS_V2_firmware';
const content = randomBytes(150_000);

let node: DeviceServer;
let main: AccountRow;
let token: string;
let signer: ReturnType<typeof testSigner>;
beforeEach(async () => {
  node = await startDeviceServer();
  main = await node.server.tenant();
  token = (await node.server.signIn(main.userName)).token;
  signer = testSigner();
  await api('POST', '/v1/out-filemanager/tenants/T/keys', { name: 'works', public_key: signer.publicKey });
});
afterEach(() => node.stop());

async function api(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  as = token,
): Promise<{ status: number; code: number; message: string; data: never }> {
  return node.server.call(as, method, path.replace('/T/', `/${main.tenantId}/`), body);
}

async function upload(
  fields: Record<string, string>,
  file: Uint8Array = content,
  as = token,
): Promise<{ status: number; message: string; data: never }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([Buffer.from(file)]), '../../etc/ems 2.5.bin');
  const reply = await fetch(`${node.url}/v1/out-filemanager/tenants/${main.tenantId}/package`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, platform: 'IOT' },
    body: form,
  });
  return { ...((await reply.json()) as { message: string; data: never }), status: reply.status };
}

const publish = async (version = '2.5.0', more: { min_hw_version?: string } = {}) => {
  const reply = await upload(signer.fields(content, { pkgtype: EMS, version, ...more }));
  expect(reply).toMatchObject({ status: 200 });
  return reply.data as FirmwarePackage;
};

/** An online device, with EMS version 2.4.0 and a charge of 80 %. */
async function thing(devid: string, state: Record<string, unknown> = {}) {
  const registered = await node.register(main, devid);
  const device = await node.device(registered);
  const saysState = (more: Record<string, unknown> = {}) =>
    device.publish('state', { online: true, hw_version: '2.0', E_FW: '2.4.0', ...state, ...more });
  await saysState();
  await device.publish('telemetry', { ts: Date.now(), boot: 1, seq: 1, data: { M_SOC: 80 } });
  await node.telemetry.flush();
  return { ...registered, device, saysState };
}

const start = async (pkg: FirmwarePackage, things: string[], more: object = {}) => {
  const reply = await api('POST', '/v1/upgrade/tenants/T/campaigns', {
    package_id: pkg.id,
    things,
    waves: [100],
    ...more,
  });
  expect(reply).toMatchObject({ status: 200 });
  return reply.data as Campaign & { skipped: object };
};
const campaign = async (id: string) =>
  (await api('GET', `/v1/upgrade/tenants/T/campaigns/${id}`)).data as Campaign;
const jobs = async (id: string) =>
  (
    (await api('GET', `/v1/upgrade/tenants/T/campaigns/${id}/jobs?page_size=99`)).data as {
      list: UpgradeJob[];
    }
  ).list;
const statusOf = async (id: string) => {
  const { rows } = await node.services.pool.query('select status from thing_state where thing_id = $1', [id]);
  return rows[0]?.status as number;
};
const upgrades = (device: TestDevice) => device.commands.filter((c) => c.cmd === 'upgrade');
const paramsOf = (command: CommandMessage | undefined) =>
  command?.params as UpgradeParams & Record<string, unknown>;
const report = (device: TestDevice, message: Record<string, unknown>) => device.publish('upgrade', message);
const audited = async (prefix: string) => {
  const { rows } = await node.services.pool.query(
    'select action, details from audit where action like $1 order by seq',
    [`${prefix}%`],
  );
  return rows as { action: string; details: Record<string, unknown> }[];
};
/** Fetches the file of a job as its device. */
const fetchFile = (devid: string, secret: string, job: string, headers: Record<string, string> = {}) =>
  fetch(`${node.url}/v1/firmware/${job}/file`, {
    headers: { authorization: `Basic ${Buffer.from(`${devid}:${secret}`).toString('base64')}`, ...headers },
  });

describe('a package', () => {
  it('is stored when a trusted key signed it, and the newest published one is the latest', async () => {
    expect(
      (await api('GET', `/v1/out-filemanager/tenants/T/package/lastPackage?pkgtype=${EMS}`)).data,
    ).toBeNull();
    await publish('2.10.0');
    const older = await publish('2.9.0');
    const last = await api('GET', `/v1/out-filemanager/tenants/T/package/lastPackage?pkgtype=${EMS}`);
    expect(last.data).toMatchObject({
      pkgtype: EMS,
      version: '2.10.0',
      size: content.length,
      signed_by: 'works',
      name: 'ems 2.5.bin',
      state: 'published',
      release_note: 'Better in every way.',
      min_hw_version: null,
    });
    const file = await fetch(`${node.url}${older.file_url}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
    expect((await audited('firmware.')).map((a) => a.action)).toEqual([
      'firmware.key.add',
      'firmware.package.uploadAndPublish',
      'firmware.package.uploadAndPublish',
    ]);
    const unknown = await api('GET', '/v1/out-filemanager/tenants/T/package/lastPackage?pkgtype=toaster');
    expect(unknown.status).toBe(400);
  });

  it('is refused, and leaves no file, when signed content was changed or the key is not trusted', async () => {
    const good = signer.fields(content, { pkgtype: EMS, version: '2.5.0' });
    const other = randomBytes(10);
    for (const [fields, file] of [
      [{ ...good, version: '2.6.0' }, content],
      [{ ...good, pkgtype: 'slave_firmware_6_3.0' }, content],
      [{ ...good, min_hw_version: '1.0' }, content],
      [good, other],
      [testSigner().fields(content, { pkgtype: EMS, version: '2.5.0' }), content],
    ] as const) {
      const reply = await upload(fields, file);
      expect(reply).toMatchObject({ status: 400, data: [{ path: 'signature', key: 'firmware.signature' }] });
    }
    const missing = await upload({ ...good, signature: '' });
    expect(missing).toMatchObject({ status: 400, data: [{ path: 'signature' }] });
    expect(await upload(good, new Uint8Array())).toMatchObject({ status: 400, data: [{ path: 'file' }] });
    const { rows } = await node.services.pool.query('select * from firmware_packages');
    expect(rows).toEqual([]);
    expect(await upload(good)).toMatchObject({ status: 200 });
    expect(await upload(good)).toMatchObject({ status: 409, data: [{ path: 'version' }] });
  });

  it('can be uploaded by main account and factory only, and is visible to accounts below once published', async () => {
    const factory = await node.server.account('factory', main);
    const agent = await node.server.account('agent1', factory);
    const company = await node.server.account('company', agent);
    const tokens = await Promise.all([factory, agent, company].map((a) => node.server.signIn(a.userName)));
    const [asFactory = '', asAgent = '', asCompany = ''] = tokens.map((t) => t.token);
    const draft = { ...signer.fields(content, { pkgtype: EMS, version: '2.5.0' }), publish: 'false' };
    expect(await upload(draft, content, asAgent)).toMatchObject({ status: 403 });
    const made = (await upload(draft, content, asFactory)).data as FirmwarePackage;
    const list = (as: string) => api('GET', '/v1/out-filemanager/tenants/T/package', undefined, as);
    expect((await list(asAgent)).data).toMatchObject({ total: 0 });
    expect((await list(asCompany)).status).toBe(403);
    const path = `/v1/out-filemanager/tenants/T/package/${made.id}`;
    expect((await api('GET', path, undefined, asAgent)).status).toBe(404);
    expect((await api('POST', `${path}/publish`, undefined, asAgent)).status).toBe(403);
    expect((await api('POST', `${path}/publish`, undefined, asFactory)).data).toMatchObject({
      state: 'published',
    });
    expect((await list(asAgent)).data).toMatchObject({ total: 1 });
    // It is invisible to another tenant.
    const stranger = await node.server.tenant();
    const foreign = await node.server.signIn(stranger.userName);
    const theirs = path.replace('/T/', `/${stranger.tenantId}/`);
    expect((await api('POST', `${theirs}/withdraw`, undefined, foreign.token)).status).toBe(404);
    expect((await api('GET', path, undefined, foreign.token)).status).toBe(404);
  });

  it('is withdrawn with the key that signed it, and its campaigns end', async () => {
    const pkg = await publish();
    await node.register(main, 'HB0001');
    const { id } = await start(pkg, ['HB0001']);
    const keys = (await api('GET', '/v1/out-filemanager/tenants/T/keys')).data as { id: string }[];
    const revoked = await api('DELETE', `/v1/out-filemanager/tenants/T/keys/${keys[0]?.id}`);
    expect(revoked.data).toEqual({ withdrawn: 1 });
    expect(await campaign(id)).toMatchObject({ state: 'cancelled', jobs: { cancelled: 1 } });
    expect(await jobs(id)).toMatchObject([{ state: 8, error: 'withdrawn' }]);
    const again = await upload(signer.fields(content, { pkgtype: EMS, version: '2.6.0' }));
    expect(again).toMatchObject({ status: 400, data: [{ path: 'signature' }] });
    expect((await api('POST', `/v1/out-filemanager/tenants/T/package/${pkg.id}/publish`)).status).toBe(409);
  });

  it('is never accepted with a private key in place of a public one', async () => {
    const path = '/v1/out-filemanager/tenants/T/keys';
    for (const public_key of [
      '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----',
      'x',
      'A'.repeat(44),
    ]) {
      expect(await api('POST', path, { name: 'k', public_key })).toMatchObject({
        status: 400,
        data: [{ path: 'public_key', key: 'firmware.key' }],
      });
    }
    expect((await api('POST', path, { name: 'twice', public_key: signer.publicKey })).status).toBe(409);
  });
});

describe('an upgrade', () => {
  it('reaches the device, downloads by range, shows each step and ends with the new version', async () => {
    const { id: thingId, secret, device, saysState } = await thing('HB0001');
    const pkg = await publish();
    const { id } = await start(pkg, ['HB0001']);
    await node.firmware.sweep();
    const command = await until(() => upgrades(device)[0]);
    const params = paramsOf(command);
    expect(params).toMatchObject({ version: '2.5.0', sha256: pkg.sha256, size: content.length, min_soc: 30 });
    expect(command.expires).toBeGreaterThan(Date.now());
    expect(await jobs(id)).toMatchObject([{ state: 2, from_version: '2.4.0', to_version: '2.5.0' }]);

    await report(device, { job: params.job, state: 'downloading', progress: 10 });
    expect(await statusOf(thingId)).toBe(3);
    const first = await fetchFile('HB0001', secret, params.job, { range: 'bytes=0-99999' });
    expect([first.status, first.headers.get('content-range')]).toEqual([206, 'bytes 0-99999/150000']);
    const rest = await fetchFile('HB0001', secret, params.job, {
      range: 'bytes=100000-',
      'if-range': first.headers.get('etag') ?? '',
    });
    const whole = Buffer.concat([
      Buffer.from(await first.arrayBuffer()),
      Buffer.from(await rest.arrayBuffer()),
    ]);
    expect(whole.equals(content)).toBe(true);
    const beyond = await fetchFile('HB0001', secret, params.job, { range: 'bytes=150000-' });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */150000']);
    const stale = await fetchFile('HB0001', secret, params.job, { range: 'bytes=5-', 'if-range': '"old"' });
    expect(stale.status).toBe(200);
    await stale.arrayBuffer();

    await report(device, { job: params.job, state: 'installing', progress: 50 });
    expect(await jobs(id)).toMatchObject([{ state: 4, progress: 50 }]);
    await saysState({ E_FW: '2.5.0' });
    await report(device, { job: params.job, state: 'done', version: '2.5.0' });
    await node.telemetry.flush();
    expect(await jobs(id)).toMatchObject([{ state: 5, progress: 100, error: null }]);
    expect(await statusOf(thingId)).toBe(1);
    await node.firmware.sweep();
    expect(await campaign(id)).toMatchObject({ state: 'done', jobs: { total: 1, done: 1 } });
    expect((await fetchFile('HB0001', secret, params.job)).status).toBe(404);
    expect((await audited('upgrade.')).map((a) => a.action)).toEqual([
      'upgrade.campaign.start',
      'upgrade.job.send',
      'upgrade.job.finish',
      'upgrade.campaign.finish',
    ]);
    const versions = (await api('GET', '/v1/upgrade/tenants/T/versions')).data;
    expect(versions).toMatchObject({ [EMS]: [{ version: '2.5.0', total: 1 }] });
  });

  it('serves its file only to its device', async () => {
    const { device } = await thing('HB0001');
    const thief = await node.register(main, 'HB0002');
    const pkg = await publish();
    await start(pkg, ['HB0001']);
    await node.firmware.sweep();
    const { job } = paramsOf(await until(() => upgrades(device)[0]));
    expect((await fetchFile('HB0002', thief.secret, job)).status).toBe(404);
    expect((await fetchFile('HB0001', 'wrong', job)).status).toBe(401);
    expect((await fetch(`${node.url}/v1/firmware/${job}/file`)).status).toBe(401);
    // Nor does a report of another device change it.
    const other = await node.device(thief);
    await report(other, { job, state: 'done', version: '2.5.0' });
    await report(other, { job: 'nonsense' });
    const [{ id }] = ((await api('GET', '/v1/upgrade/tenants/T/campaigns')).data as { list: Campaign[] })
      .list as [Campaign];
    expect(await jobs(id)).toMatchObject([{ state: 2 }]);
    await until(async () => (await node.rejects('HB0002')).some(([topic]) => topic.endsWith('upgrade')));
  });

  it('is sent again after a power cut, and counts as done when the last report was lost', async () => {
    const { device, ...credentials } = await thing('HB0001');
    const pkg = await publish();
    const { id } = await start(pkg, ['HB0001']);
    await node.firmware.sweep();
    const { job } = paramsOf(await until(() => upgrades(device)[0]));
    await report(device, { job, state: 'downloading', progress: 60 });
    await device.end();
    const back = await node.device(credentials);
    expect(paramsOf(await until(() => upgrades(back)[0])).job).toBe(job);
    // It resumes; repeated earlier messages change nothing.
    await report(back, { job, state: 'downloading', progress: 20 });
    expect(await jobs(id)).toMatchObject([{ state: 3, progress: 60, attempt: 1 }]);
    await report(back, { job, state: 'installing', progress: 10 });
    await report(back, { job, state: 'downloading', progress: 99 });
    expect(await jobs(id)).toMatchObject([{ state: 4, progress: 10 }]);
    await back.publish('state', { online: true, hw_version: '2.0', E_FW: '2.5.0' });
    await until(async () => (await jobs(id))[0]?.state === 5);
  });

  it('resumes after a server restart, also on another node', async () => {
    const { device } = await thing('HB0001');
    const pkg = await publish();
    const { id } = await start(pkg, ['HB0001']);
    // The sweep of a new process has only the state in the database.
    const second = await createFirmware(
      node.services,
      node.server.things,
      node.telemetry,
      new UplinkRouter(),
    );
    await Promise.all([second.sweep(), node.firmware.sweep()]);
    await until(() => upgrades(device)[0]);
    expect(upgrades(device)).toHaveLength(1);
    const { job } = paramsOf(upgrades(device)[0]);
    await report(device, { job, state: 'downloading', progress: 30 });
    await node.services.pool.query("update upgrade_jobs set next_at = now() - interval '1 second'");
    await second.sweep();
    await until(() => upgrades(device)[1]);
    expect(paramsOf(upgrades(device)[1]).job).toBe(job);
    expect(await jobs(id)).toMatchObject([{ state: 3, progress: 30 }]);
    await second.stop?.();
  });

  it('waits for charge, and retries a device that answers "not now"', async () => {
    const { device, secret } = await thing('HB0001');
    await device.publish('telemetry', { ts: Date.now(), boot: 1, seq: 2, data: { M_SOC: 12 } });
    await node.telemetry.flush();
    const pkg = await publish();
    const { id } = await start(pkg, ['HB0001']);
    await node.firmware.sweep();
    expect(await jobs(id)).toMatchObject([{ state: 1, waits_for: 'low_soc' }]);
    await device.publish('telemetry', { ts: Date.now() + 1, boot: 1, seq: 3, data: { M_SOC: 40 } });
    await node.telemetry.flush();
    await node.services.pool.query('update upgrade_jobs set next_at = now()');
    await node.firmware.sweep();
    const { job } = paramsOf(await until(() => upgrades(device)[0]));
    await report(device, { job, state: 'failed', error: 'low_soc' });
    expect(await jobs(id)).toMatchObject([{ state: 1, waits_for: 'low_soc', attempt: 2 }]);
    // The previous attempt is over: its file is deleted and its reports are ignored.
    expect((await fetchFile('HB0001', secret, job)).status).toBe(404);
    await report(device, { job, state: 'done', version: '2.5.0' });
    expect(await jobs(id)).toMatchObject([{ state: 1 }]);
  });

  it('times out although another job cannot be changed', async () => {
    const pkg = await publish();
    const { id } = await start(pkg, [
      (await node.register(main, 'HB0001')).devid,
      (await node.register(main, 'HB0002')).devid,
    ]);
    const { pool } = node.services;
    await pool.query("update upgrade_jobs set deadline_at = now() - interval '1 hour'");
    const bad = (await jobs(id)).find(({ devid }) => devid === 'HB0001')?.id;
    await pool.query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise 'refused'; end $$;
      create trigger refuse before update on upgrade_jobs for each row
        when (old.id = '${bad}' and new.state <> old.state) execute function refuse()`);
    await node.firmware.sweep();
    const stateOf = async (devid: string) => (await jobs(id)).find((job) => job.devid === devid)?.state;
    expect(await stateOf('HB0001')).toBe(1);
    expect(await stateOf('HB0002')).not.toBe(1);
  });

  it('waits for an offline device, and for one with a pending command', async () => {
    const away = await node.register(main, 'HB0001');
    const pkg = await publish();
    const { id } = await start(pkg, ['HB0001']);
    await node.firmware.sweep();
    expect(await jobs(id)).toMatchObject([{ state: 1, waits_for: 'offline' }]);
    const device = await node.device(away);
    await device.publish('telemetry', { ts: Date.now(), boot: 1, seq: 1, data: { M_SOC: 80 } });
    await node.telemetry.flush();
    const sent = await api('POST', `/v1/things/tenants/T/things/HB0001/messages?async=true`, {
      cmd: 'report',
    });
    expect(sent.status).toBe(200);
    await node.services.pool.query('update upgrade_jobs set next_at = now() where state = 1');
    await node.firmware.sweep();
    expect(await jobs(id)).toMatchObject([{ state: 1, waits_for: 'command' }]);
    await device.reply({ id: device.commands[0]?.id ?? '', ok: true, values: {} });
    await node.services.pool.query('update upgrade_jobs set next_at = now() where state = 1');
    await node.firmware.sweep();
    await until(() => upgrades(device)[0]);
  });

  it('is refused for too old hardware, and without permission for the installed or an older version', async () => {
    await thing('HB0001');
    const fits = async (pkg: FirmwarePackage, more: object = {}) =>
      (
        await api('POST', '/v1/upgrade/tenants/T/campaigns/preview', {
          package_id: pkg.id,
          things: ['HB0001'],
          ...more,
        })
      ).data;
    const newHardware = await publish('3.0.0', { min_hw_version: '2.1' });
    expect(await fits(newHardware)).toMatchObject({ things: 0, skipped: { hardware: 1 } });
    const same = await publish('2.4.0');
    expect(await fits(same, { allow_downgrade: true })).toMatchObject({ things: 0, skipped: { same: 1 } });
    const older = await publish('2.3.0');
    expect(await fits(older)).toMatchObject({ things: 0, skipped: { newer: 1 } });
    expect(await fits(older, { allow_downgrade: true })).toMatchObject({
      things: 1,
      waves: [1],
      measured: false,
      device_s: 900,
    });
    const { expected_end } = (await fits(older, { allow_downgrade: true })) as { expected_end: number };
    expect(expected_end - Date.now()).toBeGreaterThan(895_000);
    expect(expected_end - Date.now()).toBeLessThanOrEqual(900_000);
    const refused = await api('POST', '/v1/upgrade/tenants/T/campaigns', {
      package_id: newHardware.id,
      things: ['HB0001'],
    });
    expect(refused).toMatchObject({ status: 400, data: [{ path: 'things', key: 'firmware.nothingLeft' }] });
  });

  it('runs once per device: a second campaign skips the busy device', async () => {
    await thing('HB0001');
    await node.register(main, 'HB0002');
    const [a, b] = [await publish('2.5.0'), await publish('2.6.0')];
    const starts = await Promise.all(
      [a, b].map((pkg) =>
        api('POST', '/v1/upgrade/tenants/T/campaigns', { package_id: pkg.id, things: ['HB0001', 'HB0002'] }),
      ),
    );
    expect(starts.map((s) => s.status).sort()).toEqual([200, 400]);
    const { rows } = await node.services.pool.query('select count(*)::int as n from upgrade_jobs');
    expect(rows[0].n).toBe(2);
  });

  it('fails on a false version, and is retried as another attempt', async () => {
    const { device } = await thing('HB0001');
    const pkg = await publish();
    const { id } = await start(pkg, ['HB0001']);
    await node.firmware.sweep();
    const first = paramsOf(await until(() => upgrades(device)[0])).job;
    await report(device, { job: first, state: 'done', version: '9.9.9' });
    await node.firmware.sweep();
    expect(await jobs(id)).toMatchObject([{ state: 6, error: 'version_mismatch' }]);
    expect(await campaign(id)).toMatchObject({ state: 'done', jobs: { failed: 1 } });
    const again = await api('POST', `/v1/upgrade/tenants/T/campaigns/${id}/jobs/retry`, {});
    expect(again.data).toEqual({ retried: 1 });
    await node.firmware.sweep();
    const second = paramsOf(await until(() => upgrades(device)[1])).job;
    expect(second).not.toBe(first);
    await report(device, { job: first, state: 'failed', error: 'install' });
    await report(device, { job: second, state: 'done', version: '2.5.0' });
    expect(await jobs(id)).toMatchObject([{ state: 5, attempt: 2 }]);
    expect((await api('POST', `/v1/upgrade/tenants/T/campaigns/${id}/jobs/retry`, {})).data).toEqual({
      retried: 0,
    });
  });

  it('ends when its device is silent', async () => {
    const { device } = await thing('HB0001');
    await node.register(main, 'HB0002');
    const { id } = await start(await publish(), ['HB0001', 'HB0002']);
    await node.firmware.sweep();
    await until(() => upgrades(device)[0]);
    await node.services.pool.query("update upgrade_jobs set deadline_at = now() - interval '1 second'");
    await node.firmware.sweep();
    expect((await jobs(id)).map((j) => [j.devid, j.state, j.error])).toEqual(
      expect.arrayContaining([
        ['HB0001', 7, 'no_news'],
        ['HB0002', 7, 'never_started'],
      ]),
    );
  });
});

describe('cancelling', () => {
  it('ends a waiting job immediately, and a downloading one when its device stops', async () => {
    const { device, secret } = await thing('HB0001');
    await node.register(main, 'HB0002');
    const { id } = await start(await publish(), ['HB0001', 'HB0002']);
    await node.firmware.sweep();
    const { job } = paramsOf(await until(() => upgrades(device)[0]));
    await report(device, { job, state: 'downloading', progress: 50 });
    const list = await jobs(id);
    const byDevid = (devid: string) => list.find((j) => j.devid === devid)?.id;
    const cancel = (devid: string) => api('POST', `/v1/upgrade/tenants/T/jobs/${byDevid(devid)}/cancel`);
    expect((await cancel('HB0002')).data).toMatchObject({ state: 8 });
    expect((await cancel('HB0001')).data).toMatchObject({ state: 3, cancelling: true });
    const command = await until(() => device.commands.find((c) => c.cmd === 'upgrade_cancel'));
    expect(command.params).toEqual({ job });
    expect((await fetchFile('HB0001', secret, job)).status).toBe(404);
    await report(device, { job, state: 'cancelled' });
    expect((await jobs(id)).every((j) => j.state === 8)).toBe(true);
    expect((await cancel('HB0001')).status).toBe(409);
  });

  it('does not stop an installation, and completes without an answer from a silent device', async () => {
    const [a, b] = [await thing('HB0001'), await thing('HB0002')];
    const { id } = await start(await publish(), ['HB0001', 'HB0002']);
    await node.firmware.sweep();
    const jobA = paramsOf(await until(() => upgrades(a.device)[0])).job;
    await until(() => upgrades(b.device)[0]);
    const cancelled = await api('POST', `/v1/upgrade/tenants/T/campaigns/${id}/cancel`);
    expect(cancelled.data).toMatchObject({ state: 'cancelled' });
    // One had begun to install before it received the cancellation.
    await report(a.device, { job: jobA, state: 'installing', progress: 1 });
    await report(a.device, { job: jobA, state: 'done', version: '2.5.0' });
    await node.services.pool.query(
      "update upgrade_jobs set cancel_asked_at = cancel_asked_at - interval '2 minutes' where state < 5",
    );
    await node.firmware.sweep();
    expect((await jobs(id)).map((j) => [j.devid, j.state])).toEqual(
      expect.arrayContaining([
        ['HB0001', 5],
        ['HB0002', 8],
      ]),
    );
    expect((await api('POST', `/v1/upgrade/tenants/T/campaigns/${id}/resume`)).status).toBe(409);
  });

  it('a paused campaign sends nothing new', async () => {
    const { device } = await thing('HB0001');
    const { id } = await start(await publish(), ['HB0001']);
    await api('POST', `/v1/upgrade/tenants/T/campaigns/${id}/pause`);
    await node.firmware.sweep();
    expect(await jobs(id)).toMatchObject([{ state: 1, waits_for: 'paused' }]);
    expect((await api('POST', `/v1/upgrade/tenants/T/campaigns/${id}/pause`)).status).toBe(409);
    await api('POST', `/v1/upgrade/tenants/T/campaigns/${id}/resume`);
    await node.firmware.sweep();
    await until(() => upgrades(device)[0]);
  });
});

describe('a campaign in waves', () => {
  it('is evaluated after a change of its jobs, not in each round', async () => {
    const pkg = await publish();
    const offline = await node.register(main, 'QUIET1');
    const { id } = await start(pkg, [offline.devid], { min_soc: 0 });
    const due = () => dueCampaigns(node.services.db, new Date(), { limit: 100 });
    await until(async () => (await due()).length === 0);
    await node.device(offline);
    await node.telemetry.flush();
    await until(async () => (await jobs(id))[0]?.state === 2);
    await until(async () => (await due()).length === 0);
    // A campaign that was not evaluated for a minute is, whatever happened.
    expect(await dueCampaigns(node.services.db, new Date(Date.now() + 61_000), { limit: 100 })).toEqual([id]);
  });

  it('proceeds wave by wave, and stops after too many failures until a person resumes it', async () => {
    const devices = await Promise.all(['HB0001', 'HB0002', 'HB0003', 'HB0004'].map((d) => thing(d)));
    const { id } = await start(
      await publish(),
      devices.map((d) => d.devid),
      { waves: [25, 50, 100], max_failed_pct: 40 },
    );
    expect(await campaign(id)).toMatchObject({
      wave: 1,
      waves: [{ things: 1 }, { things: 1 }, { things: 2 }],
    });
    const settle = async (state: 'done' | 'failed') => {
      const open = (await jobs(id)).find((j) => j.state === 2);
      const { device } = devices.find((d) => d.devid === open?.devid) ?? {};
      if (!device) throw new Error('no job is under way');
      const { job } = paramsOf(await until(() => upgrades(device).at(-1)));
      await report(device, {
        job,
        state,
        ...(state === 'done' ? { version: '2.5.0' } : { error: 'install' }),
      });
      await node.firmware.sweep();
    };
    await node.firmware.sweep();
    expect((await jobs(id)).filter((j) => j.state === 2)).toHaveLength(1);
    await settle('done');
    expect(await campaign(id)).toMatchObject({ wave: 2, state: 'running' });
    expect((await jobs(id)).filter((j) => j.state === 2)).toHaveLength(1);
    await settle('failed');
    expect(await campaign(id)).toMatchObject({ wave: 2, state: 'stopped' });
    expect((await jobs(id)).filter((j) => j.state === 1)).toHaveLength(2);
    await node.firmware.sweep();
    expect((await jobs(id)).filter((j) => j.state === 2)).toHaveLength(0);
    await api('POST', `/v1/upgrade/tenants/T/campaigns/${id}/resume`);
    await node.firmware.sweep();
    expect(await campaign(id)).toMatchObject({ wave: 3, state: 'running' });
    expect((await jobs(id)).filter((j) => j.state === 2)).toHaveLength(2);
    expect((await audited('upgrade.campaign.stop'))[0]?.details).toMatchObject({ ended: 2, failed: 1 });
  });
});

describe('an account', () => {
  it('upgrades things it sees, and sees upgrades that it and accounts below it started', async () => {
    const factory = await node.server.account('factory', main);
    const [agent, rival] = [
      await node.server.account('agent1', factory),
      await node.server.account('agent1', factory),
    ];
    const [asAgent = '', asRival = '', asFactory = ''] = (
      await Promise.all([agent, rival, factory].map((a) => node.server.signIn(a.userName)))
    ).map((l) => l.token);
    await node.register(main, 'HB0001');
    await node.register(main, 'HB0002');
    await node.server.things.bind(node.server.as(main), [agent.id], ['HB0001']);
    const pkg = await publish();
    const body = (things: string[]) => ({ package_id: pkg.id, things });
    const path = '/v1/upgrade/tenants/T/campaigns';
    expect((await api('POST', path, body(['HB0002']), asAgent)).status).toBe(404);
    expect((await api('POST', path, body(['HB0001']), asRival)).status).toBe(404);
    const made = await api('POST', path, body(['HB0001']), asAgent);
    const { id } = made.data as Campaign;
    const seenBy = async (as: string) => (await api('GET', `${path}/${id}`, undefined, as)).status;
    expect(await Promise.all([asAgent, asRival, asFactory, token].map(seenBy))).toEqual([200, 404, 200, 200]);
    expect((await api('POST', `${path}/${id}/cancel`, undefined, asRival)).status).toBe(404);
    const [job] = await jobs(id);
    expect(
      (await api('POST', `/v1/upgrade/tenants/T/jobs/${job?.id}/cancel`, undefined, asRival)).status,
    ).toBe(404);
    // Devices that the agent no longer sees are not upgraded in its name.
    await node.server.things.unbind(node.server.as(main), [agent.id], ['HB0001']);
    // A sweep may have run before that: it saw the device offline, and checks again only after minutes.
    await until(async () => {
      await node.services.pool.query('update upgrade_jobs set next_at = now() where state = 1');
      await node.firmware.sweep();
      return (await jobs(id))[0]?.state === 8;
    });
    expect(await jobs(id)).toMatchObject([{ state: 8, error: 'not_visible' }]);
    const list = await api('GET', `/v1/upgrade/tenants/T/things?pkgtype=${EMS}`, undefined, asAgent);
    expect(list.data).toMatchObject({ total: 0 });
  });

  it('upgrades a single device by the message call, and gets the reason immediately when it is refused', async () => {
    const { device } = await thing('HB0001');
    const path = '/v1/things/tenants/T/things/HB0001/messages?async=false&save_log=false&timeout=30000';
    const ask = (params: object) => api('POST', path, { cmd: 'upgrade', params });
    expect(await ask({ pkgtype: EMS })).toMatchObject({ status: 400, data: [{ path: 'params.version' }] });
    const pkg = await publish();
    expect(await ask({ pkgtype: EMS, sha256: 'f'.repeat(64) })).toMatchObject({ status: 400 });
    expect(await ask({ pkgtype: EMS, min_soc: 90 })).toMatchObject({
      status: 400,
      data: [{ path: 'params.min_soc', key: 'firmware.lowSoc' }],
    });
    const reply = await ask({ pkgtype: EMS, sha256: pkg.sha256 });
    expect(reply.data).toMatchObject({ ok: true, values: { version: '2.5.0', state: 1 } });
    expect((await ask({ pkgtype: EMS })).status).toBe(409);
    await node.firmware.sweep();
    await until(() => upgrades(device)[0]);
    const company = await node.server.account('company', main);
    const { token: asCompany } = await node.server.signIn(company.userName);
    expect((await api('POST', path, { cmd: 'upgrade', params: { pkgtype: EMS } }, asCompany)).status).toBe(
      403,
    );
  });

  it('chooses by filter, and lists versions', async () => {
    await thing('HB0001');
    await thing('HB0002', { E_FW: '2.5.0' });
    await node.register(main, 'HB0003');
    const pkg = await publish();
    const list = async (query: string) =>
      (
        (await api('GET', `/v1/upgrade/tenants/T/things?pkgtype=${EMS}${query}`)).data as {
          list: { devid: string }[];
        }
      ).list.map((t) => t.devid);
    expect(await list('&below=2.5.0&sort=version')).toEqual(['HB0003', 'HB0001']);
    expect(await list('&version=unknown')).toEqual(['HB0003']);
    expect(await list('&version=2.5.0')).toEqual(['HB0002']);
    expect(await list('&search=0002')).toEqual(['HB0002']);
    const made = await api('POST', '/v1/upgrade/tenants/T/campaigns', { package_id: pkg.id, filter: {} });
    expect(made.data).toMatchObject({ jobs: { total: 2 }, skipped: { same: 1 } });
    const neither = await api('POST', '/v1/upgrade/tenants/T/campaigns', { package_id: pkg.id });
    expect(neither.status).toBe(400);
  });
});

describe('the back office', () => {
  const staffWith = async (...rights: number[]) => {
    const { pool } = node.services;
    const { rows } = await pool.query('insert into roles (tenant_id, name) values ($1, $2) returning id', [
      main.tenantId,
      `role with ${rights.join()}`,
    ]);
    for (const right of rights)
      await pool.query('insert into role_menus values ($1, $2)', [rows[0].id, right]);
    const account = await node.server.account('staff', main);
    await pool.query('update accounts set role_id = $1 where id = $2', [rows[0].id, account.id]);
    return (await node.server.signIn(account.userName)).token;
  };

  it('sees the packages of its own tenant only, in any state, with the progress of upgrades', async () => {
    const old = await publish('2.4.5');
    await api('POST', `/v1/out-filemanager/tenants/T/package/${old.id}/withdraw`);
    const pkg = await publish('2.5.0');
    const { id } = await thing('HB-ROOM');
    await start(pkg, [id]);

    const token = await staffWith(rights.firmware);
    const page = await api('GET', '/firmware/findPage?page=1&size=1', undefined, token);
    expect(page).toMatchObject({
      status: 200,
      data: {
        total: 2,
        page: 1,
        size: 1,
        list: [{ id: pkg.id, version: '2.5.0', campaigns: 1, devices: { total: 1, done: 0, failed: 0 } }],
      },
    });
    const second = await api('GET', '/firmware/findPage?page=2&size=1', undefined, token);
    expect(second.data).toMatchObject({
      list: [{ id: old.id, state: 'withdrawn', campaigns: 0, devices: { total: 0 } }],
    });
    const others = await api('GET', '/firmware/findPage?pkgtype=slave_firmware_6_3.0', undefined, token);
    expect(others).toMatchObject({ status: 200, data: { total: 0, list: [] } });

    const file = await fetch(`${node.url}/firmware/file?id=${old.id}`, {
      headers: { authorization: `Bearer ${token}`, range: 'bytes=0-9' },
    });
    expect(file.status).toBe(206);
    expect(Buffer.from(await file.arrayBuffer()).equals(content.subarray(0, 10))).toBe(true);

    const without = await staffWith(rights.log.see);
    const foreign = (await node.server.signIn((await node.server.tenant()).userName)).token;
    expect((await api('GET', '/firmware/findPage', undefined, without)).status).toBe(403);
    expect((await api('GET', `/firmware/file?id=${pkg.id}`, undefined, without)).status).toBe(403);
    expect((await api('GET', '/firmware/findPage', undefined, foreign)).data).toMatchObject({ total: 0 });
    expect((await api('GET', `/firmware/file?id=${pkg.id}`, undefined, foreign)).status).toBe(404);
    expect((await api('GET', '/firmware/file?id=no-such-package', undefined, token)).status).toBe(404);
  });
});
