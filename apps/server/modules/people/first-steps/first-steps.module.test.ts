import type { FirstStepFacts } from '@voltloop/contract';
import { beforeAll, expect, test } from 'vitest';
import { migratePostgres } from '../../../platform/migrate.ts';
import { startOwnServer } from '../../../testing/own-server.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../accounts/index.ts';
import { createFirstSteps } from './index.ts';

const SELF = '/v1/admin/tenant/users/self';
const nothing: FirstStepFacts = {
  device: false,
  bound_below: false,
  people: false,
  channel: false,
  second_factor: false,
  tariff: false,
  site_id: null,
};

const server = setUp(() => startOwnServer({}, (services) => [createFirstSteps(services)]));
let main: AccountRow;
let company: AccountRow;
let home: AccountRow;
beforeAll(async () => {
  main = await server.tenant();
  company = await server.account('company', main);
  home = await server.account('enduser', company);
});

const tokenOf = async (account: AccountRow) => (await server.signIn(account.userName)).token;
const factsOf = async (account: AccountRow): Promise<FirstStepFacts> =>
  (await server.call(await tokenOf(account), 'GET', '/v1/first-steps')).data;
const query = (text: string, values: unknown[]) => server.services.pool.query(text, values);

test('a new account has no step done, and steps are not readable without a session', async () => {
  expect(await factsOf(home)).toEqual(nothing);
  expect(await factsOf(await server.account('installer', main))).toEqual(nothing);
  expect((await server.call(null, 'GET', '/v1/first-steps')).status).toBe(401);
});

test('a device counts for its account and for those above it, but not beside it', async () => {
  await server.things.register(server.as(main), [{ devid: 'FIRST-0001', devtype: 'HE_BAT' }]);
  expect(await factsOf(main)).toMatchObject({ device: true, bound_below: false });
  expect(await factsOf(company)).toMatchObject({ device: false, bound_below: false });
  await server.things.bind(server.as(main), [home.id], ['FIRST-0001']);
  expect(await factsOf(main)).toMatchObject({ device: true, bound_below: true });
  expect(await factsOf(company)).toMatchObject({ device: true, bound_below: true });
  const own = await factsOf(home);
  expect(own).toMatchObject({ device: true, bound_below: false, tariff: false });
  expect(own.site_id).not.toBeNull();
  expect(await factsOf(await server.account('company', main))).toEqual(nothing);
  expect(await factsOf(await server.tenant())).toEqual(nothing);
});

test('people are accounts directly below, or open invitations', async () => {
  expect(await factsOf(main)).toMatchObject({ people: true });
  const installer = await server.account('installer', main);
  const token = await tokenOf(installer);
  const invitations = `/v1/admin/tenant/tenants/${installer.tenantId}/invitations`;
  const made = await server.call(token, 'POST', invitations, { kind: 'enduser' });
  expect(await factsOf(installer)).toMatchObject({ people: true });
  const { invitation } = made.data as { invitation: { id: string } };
  await server.call(token, 'DELETE', `${invitations}/${invitation.id}`);
  expect(await factsOf(installer)).toMatchObject({ people: false });
});

test('a channel counts once it is confirmed, a second factor likewise, each for its owner only', async () => {
  const { rows } = await query(
    `insert into notification_channels (account_id, kind, name, target, created_at)
     values ($1, 'email', 'mine', 'me@home.example', now()) returning id`,
    [home.id],
  );
  expect(await factsOf(home)).toMatchObject({ channel: false });
  await query('update notification_channels set verified_at = now() where id = $1', [rows[0].id]);
  expect(await factsOf(home)).toMatchObject({ channel: true });
  expect(await factsOf(company)).toMatchObject({ channel: false });
  await query('update notification_channels set deleted_at = now() where id = $1', [rows[0].id]);
  expect(await factsOf(home)).toMatchObject({ channel: false });
  const token = await tokenOf(company);
  const ask = () => server.call(token, 'GET', '/v1/first-steps');
  await query(`insert into second_factors (account_id, secret, created_at) values ($1, '\\x00', now())`, [
    company.id,
  ]);
  expect((await ask()).data).toMatchObject({ second_factor: false });
  await query('update second_factors set confirmed_at = now() where account_id = $1', [company.id]);
  expect((await ask()).data).toMatchObject({ second_factor: true });
});

test('a tariff counts for the end user of the site, whose link leads to a site without a tariff first', async () => {
  const { site_id } = await factsOf(home);
  await query(`insert into site_tariffs (site_id, from_day, content) values ($1, '2026-01-01', '{}')`, [
    site_id,
  ]);
  expect(await factsOf(home)).toMatchObject({ tariff: true, site_id });
  const { rows } = await query(
    `insert into sites (tenant_id, account_id, name, time_zone) values ($1, $2, 'Cabin', 'UTC') returning id`,
    [home.tenantId, home.id],
  );
  expect(await factsOf(home)).toMatchObject({ tariff: true, site_id: rows[0].id });
});

test('the first steps of a new account are open; skipping them is stored and audited', async () => {
  const person = await server.account('installer', main);
  const login = await server.signIn(person.userName);
  expect(login.first_steps).toBe('open');
  const put = (first_steps: string) =>
    server.call(login.token, 'PATCH', `${SELF}/preferences`, { first_steps });
  expect((await put('skipped')).data).toMatchObject({ first_steps: 'skipped', language: null });
  expect((await server.signIn(person.userName)).first_steps).toBe('skipped');
  expect((await put('never')).status).toBe(400);
  expect((await put('open')).data).toMatchObject({ first_steps: 'open' });
  const { rows } = await query(
    `select details from audit where action = 'account.preferences' and object_id = $1 order by seq`,
    [person.id],
  );
  expect(rows.map((row) => row.details)).toEqual([{ first_steps: 'skipped' }, { first_steps: 'open' }]);
});

test('accounts from before the first steps have them skipped', async () => {
  const { pool } = server.services;
  await pool.query('alter table accounts drop column first_steps');
  await pool.query(`delete from migrations where name = '0294_first_steps.sql'`);
  expect(await migratePostgres(pool)).toEqual(['0294_first_steps.sql']);
  expect((await server.signIn(home.userName)).first_steps).toBe('skipped');
  const later = await server.account('installer', main);
  expect((await server.signIn(later.userName)).first_steps).toBe('open');
});
