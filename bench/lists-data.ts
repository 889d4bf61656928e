import { randomUUID } from 'node:crypto';
import { type AccountKind, kindRules } from '@voltloop/contract';
import type { Database } from '../apps/server/platform/db.ts';

/** A hundred thousand things under five thousand accounts, by bulk SQL: the verbs would take minutes. */

interface Made {
  id: string;
  node: number;
  parent: Made | null;
  path: string;
  kind: AccountKind;
  userName: string;
}

/** Share of the accounts of each kind, as in a dealer network: few at the top, most of them home owners. */
const shares: [AccountKind, number][] = [
  ['factory', 0.001],
  ['agent1', 0.004],
  ['agent2', 0.012],
  ['company', 0.04],
  ['installer', 0.14],
  ['enduser', 0.803],
];

/** mulberry32: the same fleet at every run. */
function random(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export async function fillLists(
  pool: Database['pool'],
  options: { accounts: number; things: number; passwordHash: string; seed: number },
): Promise<void> {
  const next = random(options.seed);
  const tenant = await pool.query<{ id: string }>("insert into tenants (name) values ('Bench') returning id");
  const tenantId = tenant.rows[0]?.id ?? '';
  const tree = randomTree(options.accounts, next);
  await pool.query(
    `insert into accounts (id, node, tenant_id, parent_id, path, kind, level, role_id, user_name, name, password_hash)
     overriding system value
     select id, node, $1, parent, path::ltree, kind, level, role, user_name, initcap(user_name), $2
     from unnest($3::uuid[], $4::bigint[], $5::uuid[], $6::text[], $7::text[], $8::int[], $9::int[], $10::text[])
       as x(id, node, parent, path, kind, level, role, user_name)`,
    [
      tenantId,
      options.passwordHash,
      tree.map((a) => a.id),
      tree.map((a) => a.node),
      tree.map((a) => a.parent?.id ?? null),
      tree.map((a) => a.path),
      tree.map((a) => a.kind),
      tree.map((a) => kindRules[a.kind].level),
      tree.map((a) => kindRules[a.kind].roleId),
      tree.map((a) => a.userName),
    ],
  );
  await insertThings(pool, tenantId, options.things);
  await bindThings(pool, tree, next);
  await pool.query('vacuum analyze');
}

function randomTree(count: number, next: () => number): Made[] {
  const make = (kind: AccountKind, parent: Made | null, node: number): Made => ({
    id: randomUUID(),
    node,
    parent,
    path: parent ? `${parent.path}.${node}` : String(node),
    kind,
    userName: `${kind}_${node}`,
  });
  const main = make('main', null, 1);
  const all = [main];
  let above: Made[][] = [[main]];
  for (const [kind, share] of shares) {
    const list: Made[] = [];
    for (let i = 0; i < Math.max(1, Math.round(count * share)); i++) {
      // Most are one level below; some skip levels, as a factory with its own installers.
      const row = next() < 0.85 ? above.at(-1) : above[Math.floor(next() * above.length)];
      const parent = row?.[Math.floor(next() * row.length)] ?? main;
      list.push(make(kind, parent, all.length + 1));
      all.push(list.at(-1) as Made);
    }
    above = [...above, list];
  }
  return all;
}

async function insertThings(pool: Database['pool'], tenantId: string, count: number): Promise<void> {
  // setseed makes random() of this session reproducible.
  const client = await pool.connect();
  try {
    await client.query('select setseed(0.42)');
    await client.query(
      `insert into things (tenant_id, devid, devname, secret_hash, description, time_zone, longitude, latitude, registered_at)
       select $1, 'HB' || lpad(i::text, 8, '0'),
         (array['Lakeside','Hillview','Old Mill','Station','Riverside','Parkside','Meadow','Harbour'])[1 + floor(random() * 8)] || ' ' || i,
         sha256(i::text::bytea),
         jsonb_build_object(
           'name', (array['Anna','Bernd','Chen','Dana','Erik','Fatima','Goran','Hana'])[1 + floor(random() * 8)] || ' ' ||
             (array['Smith','Muller','Wang','Rossi','Novak','Silva','Okafor','Larsen'])[1 + floor(random() * 8)],
           'mobile', '04' || lpad(floor(random() * 1e8)::int::text, 8, '0'),
           'address', (1 + floor(random() * 200))::int || ' ' ||
             (array['Main','Oak','Station','Church','Mill','Garden'])[1 + floor(random() * 6)] || ' Street, Town ' || floor(random() * 900)::int,
           'installTime', to_char(date '2025-01-01' + floor(random() * 500)::int, 'YYYY-MM-DD')),
         'Australia/Sydney', 150 + random(), -34 + random(), now() - random() * interval '500 days'
       from generate_series(1, $2::int) i`,
      [tenantId, count],
    );
    await client.query(
      `insert into thing_state (thing_id, status, online, last_time, received_at, soc_pct, soh_pct, work_state, bat_power_w,
         grid_power_w, pv_power_w, load_power_w, hw_version, sw_version, attributes)
       select id, case when r < 0.82 then 1 when r < 0.9 then 0 when r < 0.95 then 2 else 4 end, r < 0.82,
         now() - random() * interval '1 day', now(), random() * 100, 80 + random() * 20, 'charging', 1000, -200, 1500, 700,
         'HW' || (1 + floor(random() * 3))::int || '.0', '3.' || floor(random() * 8)::int || '.1', '{"rssi": -60}'
       from (select id, random() as r from things) t`,
    );
  } finally {
    client.release();
  }
}

/** 60 % to home owners, 25 % to installers, 10 % higher up, 5 % unbound; one in ten in a second branch too. */
async function bindThings(pool: Database['pool'], tree: readonly Made[], next: () => number): Promise<void> {
  const of = (kind: AccountKind) => tree.filter((a) => a.kind === kind);
  const owners = of('enduser');
  const installers = of('installer');
  const higher = [...of('factory'), ...of('company')];
  const any = (list: readonly Made[]) => list[Math.floor(next() * list.length)] as Made;
  const { rows } = await pool.query<{ id: string }>('select id from things order by key');
  const thingIds: string[] = [];
  const accountIds: string[] = [];
  for (const { id } of rows) {
    const r = next();
    if (r >= 0.95) continue;
    const account = any(r < 0.6 ? owners : r < 0.85 ? installers : higher);
    const second = any(owners);
    thingIds.push(id);
    accountIds.push(account.id);
    if (next() < 0.1 && second !== account) {
      thingIds.push(id);
      accountIds.push(second.id);
    }
  }
  await pool.query(
    'insert into bindings (thing_id, account_id) select * from unnest($1::uuid[], $2::uuid[])',
    [thingIds, accountIds],
  );
}
