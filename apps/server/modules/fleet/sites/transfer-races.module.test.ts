import type { Page, Site, SiteDetail, SiteTransfer } from '@voltloop/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { telemetryFixture } from '../../../testing/telemetry.ts';
import type { AccountRow } from '../../people/accounts/index.ts';
import { createSites } from './index.ts';

/** Transfers that are decided twice, too late, by others, or concurrently with another one. */

const a = {} as Record<'company' | 'installer' | 'ada' | 'builder' | 'ben' | 'carl', AccountRow>;
const f = setUp(() =>
  telemetryFixture({ more: (services, telemetry, things) => [createSites(services, telemetry, things)] }),
);
let site: SiteDetail;
let number = 0;
let devid = '';

const url = (path: string) => `/v1/sites/tenants/${f.main.tenantId}/${path}`;
const ask = async <T>(by: AccountRow, path: string, body?: unknown) =>
  (await f.call(by, url(path), body)) as { status: number; data: T };
const request = async (by: AccountRow, of: { site: string } | { devid: string }, receiver: string) => {
  const reply = await ask<SiteTransfer>(by, 'transfers', { ...of, receiver, share_history: true });
  expect(reply).toMatchObject({ status: 200 });
  return reply.data.id;
};
const accept = (by: AccountRow, id: string) => ask<SiteTransfer>(by, `transfers/${id}/accept`, {});
const stateOf = async (id: string) => {
  const { data } = await ask<Page<SiteTransfer>>(f.main, 'transfers?page_size=100');
  return data.list.find((each) => each.id === id)?.state;
};
/** The accounts that a device is bound to, and the owner of its site. */
const holders = async (of = devid) => {
  const { rows } = await f.services.pool.query<{ bound: string[]; at: string | null }>(
    `select array(select a.user_name::text from bindings b join accounts a on a.id = b.account_id
        where b.thing_id = t.id and b.until is null order by 1) as bound,
      (select a.user_name::text from site_devices d join sites s on s.id = d.site_id join accounts a on a.id = s.account_id
        where d.thing_id = t.id and d.until is null) as at
     from things t where t.devid = $1`,
    [of],
  );
  return rows[0];
};
const audits = async (id: string) => {
  const { rows } = await f.services.pool.query<{ action: string }>(
    "select action from audit where object_type = 'siteTransfer' and object_id = $1 order by seq",
    [id],
  );
  return rows.map(({ action }) => action.replace('site.', ''));
};
/** Waits until this many other transactions wait for a lock. */
async function waiting(count: number): Promise<void> {
  for (let i = 0; i < 400; i++) {
    const { rows } = await f.services.pool.query<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if ((rows[0]?.n ?? 0) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`fewer than ${count} transactions wait`);
}

beforeAll(async () => {
  a.company = await f.account('company', f.factory, 'company_a');
  a.installer = await f.account('installer', a.company, 'installer_a');
  a.builder = await f.account('installer', f.factory, 'installer_b');
  a.ben = await f.account('enduser', a.builder, 'ben_user');
  a.carl = await f.account('enduser', a.builder, 'carl_user');
}, 60_000);
/** Each test has an owner with a site of two devices. */
beforeEach(async () => {
  number += 1;
  a.ada = await f.account('enduser', a.installer, `ada_user_${number}`);
  devid = `BAT-${number}`;
  for (const each of [devid, `${devid}-B`]) {
    await f.thing(each);
    await f.bind([each], a.ada);
  }
  const { data } = await ask<Page<Site>>(a.ada, 'sites');
  site = (await ask<SiteDetail>(a.ada, `sites/${data.list[0]?.id}`)).data;
});

describe('a transfer', () => {
  test('that is accepted several times concurrently is completed once', async () => {
    const id = await request(a.ada, { devid }, 'ben_user');
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, i) => accept(i % 2 ? a.ben : a.builder, id)),
    );
    expect(replies.map((each) => each.status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(await holders()).toEqual({ bound: ['ben_user'], at: 'ben_user' });
    expect(await audits(id)).toEqual(['requestTransfer', 'transfer']);
  });

  test('with concurrent consents of both sides is completed once', async () => {
    const id = await request(a.company, { site: site.id }, 'ben_user');
    const replies = await Promise.all([accept(a.ada, id), accept(a.ben, id)]);
    expect(replies.map((each) => each.data.state).sort()).toEqual(['done', 'pending']);
    expect(await holders()).toEqual({ bound: ['ben_user'], at: 'ben_user' });
    expect(await audits(id)).toEqual(['requestTransfer', 'acceptTransfer', 'transfer']);
  });

  test('is either cancelled or accepted, and keeps its final state', async () => {
    const id = await request(a.ada, { devid }, 'ben_user');
    const [accepted, cancelled] = await Promise.all([
      accept(a.ben, id),
      ask<SiteTransfer>(a.ada, `transfers/${id}/cancel`, {}),
    ]);
    expect([accepted.status, cancelled.status].sort()).toEqual([200, 409]);
    expect((await holders())?.bound).toEqual(accepted.status === 200 ? ['ben_user'] : [a.ada.userName]);

    const other = `${devid}-B`;
    const second = await request(a.ada, { devid: other }, 'ben_user');
    await ask(a.ada, `transfers/${second}/cancel`, {});
    for (const step of ['accept', 'decline', 'cancel'])
      expect((await ask(a.ben, `transfers/${second}/${step}`, {})).status).toBe(409);
    expect(await holders(other)).toEqual({ bound: [a.ada.userName], at: a.ada.userName });
    expect(await audits(second)).toEqual(['requestTransfer', 'cancelTransfer']);
  });

  test('can be decided only by its owner or its receiver', async () => {
    const id = await request(a.company, { site: site.id }, 'ben_user');
    const stranger = await f.account('enduser', a.builder, `stranger_${number}`);
    for (const step of ['accept', 'decline', 'cancel'])
      expect((await ask(stranger, `transfers/${id}/${step}`, {})).status).toBe(404);
    // Above an end user, and next to the receiver: they see it, but may not consent.
    for (const by of [a.company, a.installer]) expect((await accept(by, id)).status).toBe(403);
    expect(await stateOf(id)).toBe('pending');
    // One side consents only for itself, even repeatedly.
    expect((await accept(a.ben, id)).data.state).toBe('pending');
    expect((await accept(a.ben, id)).status).toBe(403);
    expect((await accept(a.builder, id)).status).toBe(403);
    expect(await holders()).toEqual({ bound: [a.ada.userName], at: a.ada.userName });
  });

  test.each(['device', 'site'] as const)(
    'of a %s is refused while its receiver is disabled or deleted, and stays pending',
    async (kind) => {
      const dora = await f.account('enduser', a.builder, `dora_user_${number}`);
      const of = kind === 'site' ? { site: site.id } : { devid };
      if (kind === 'site')
        await f.services.pool.query(
          'update bindings set until = now() where until is null and thing_id in (select id from things where devid like $1)',
          [`${devid}%`],
        );
      const id = await request(a.ada, of, dora.userName);
      for (const column of ['disabled_at', 'deleted_at']) {
        await f.services.pool.query(`update accounts set ${column} = now() where id = $1`, [dora.id]);
        const refused = await accept(a.builder, id);
        expect(refused.status).toBe(409);
        await f.services.pool.query(`update accounts set ${column} = null where id = $1`, [dora.id]);
      }
      expect(await stateOf(id)).toBe('pending');
      expect(await accept(a.builder, id)).toMatchObject({ status: 200, data: { state: 'done' } });
    },
  );
});

describe('concurrent transfers of a device and its site to two receivers', () => {
  test.each([
    ['device', 'site'],
    ['site', 'device'],
  ])('each thing has one owner when the %s is first', async (first) => {
    const ids = {
      site: await request(a.ada, { site: site.id }, 'ben_user'),
      device: await request(a.ada, { devid }, 'carl_user'),
    };
    const held = await f.services.pool.connect();
    await held.query('begin');
    await held.query('select from things where devid = $1 for update', [devid]);
    const order = first === 'site' ? (['site', 'device'] as const) : (['device', 'site'] as const);
    const replies = [];
    for (const [i, kind] of order.entries()) {
      replies.push(accept(kind === 'site' ? a.ben : a.carl, ids[kind]));
      await waiting(i + 1);
    }
    await held.query('commit');
    held.release();
    const [one, two] = await Promise.all(replies);
    expect(one).toMatchObject({ status: 200, data: { state: 'done' } });
    const owner = first === 'site' ? 'ben_user' : 'carl_user';
    expect(two?.status).toBe(first === 'site' ? 409 : 200);
    expect(await holders()).toEqual({ bound: [owner], at: owner });
    expect(await holders(`${devid}-B`)).toEqual({ bound: ['ben_user'], at: 'ben_user' });
  });
});
