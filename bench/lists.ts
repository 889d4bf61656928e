import { hashPassword } from '../apps/server/modules/people/accounts/index.ts';
import { type TestServer, testPassword } from '../apps/server/testing/server.ts';
import type { BenchRow } from './ingest.ts';
import { fillLists } from './lists-data.ts';
import { onOwnPostgres } from './own-postgres.ts';
import { median, quantile } from './quantile.ts';

/** Budget of a call in milliseconds, 95th percentile. */
const BUDGET_MS = 100;

const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));

/** The group of lists without a page size. */
const WHOLE = 'up to 9,999 rows';

/** Typical queries of a list of devices; `i` varies the search. A console requests one page. */
const questions: { group: string; query: (i: number) => string }[] = [
  { group: 'list', query: () => 'page_size=10' },
  { group: 'list', query: (i) => `page_size=50&current_page=${1 + (i % 20)}` },
  { group: 'list', query: (i) => `skip=${(i * 97) % 5000}&limit=20` },
  { group: 'sort', query: () => 'sort=soc&order=asc&page_size=10' },
  { group: 'sort', query: () => 'sort=last_time&order=desc&page_size=20' },
  { group: 'sort', query: () => 'sort=devname&order=asc&page_size=50' },
  { group: 'sort', query: (i) => `sort=devid&order=desc&page_size=10&current_page=${1 + (i % 100)}` },
  {
    group: 'search',
    query: (i) => `search=${['anna smith', 'HB0000', 'lakeside 77', 'church'][i % 4]}&page_size=10`,
  },
  { group: 'search', query: (i) => `search=04${10 + (i % 90)}&page_size=20` },
  { group: 'search', query: (i) => `search=${i % 10}&page_size=20` },
  { group: 'filter', query: (i) => `state=${i % 5}&page_size=20` },
  {
    group: 'filter',
    query: (i) => `filter=${json({ devid: { $regex: `00${i % 90}`, $options: 'i' } })}&page_size=10`,
  },
  {
    group: 'filter',
    query: (i) =>
      `status_filters=${json([{ status_name: 'sw_version', op: 'like', status_value: `3.${i % 8}` }])}&state=1&page_size=20`,
  },
  {
    group: 'filter',
    query: (i) => `description=${json({ installTime: `2025-0${1 + (i % 9)}-15` })}&page_size=10`,
  },
  { group: 'filter', query: (i) => `search=oak&state=1&sort=soc&page_size=${[10, 20, 30, 50][i % 4]}` },
  // Without a size a list has up to 9,999 things (interpretation A34): for exports and older callers, not for a page.
  { group: WHOLE, query: (i) => (i % 2 ? '' : 'sort=soc&order=asc') },
];
const groups = ['list', 'sort', 'search', 'filter', WHOLE] as const;

/**
 * List, search, sort and filter over 100,000 things at every account level, through the HTTP interface of a dedicated
 * node on an embedded PostgreSQL. At each level the account with the most things is the caller.
 */
export function benchLists(): Promise<BenchRow[]> {
  const [things, accounts, rounds] = [100_000, 5000, 10];
  return onOwnPostgres(async (server) => {
    const passwordHash = await hashPassword(testPassword);
    await fillLists(server.services.pool, { accounts, things, passwordHash, seed: 7 });
    const rows: BenchRow[] = [];
    for (const caller of await largest(server)) rows.push(...(await measure(server, caller, rounds)));
    return rows;
  });
}

interface Largest {
  kind: string;
  user_name: string;
  things: number;
}

/** The account with the most things, of each kind. */
async function largest(server: TestServer): Promise<Largest[]> {
  const { rows } = await server.services.pool.query<Largest>(
    `with held as (
       select label::bigint as node, count(distinct b.thing_id)::int as things
       from bindings b join accounts x on x.id = b.account_id, unnest(string_to_array(x.path::text, '.')) as label
       where b.until is null group by 1)
     select distinct on (a.level) a.kind, a.user_name::text,
       case when a.kind = 'main' then (select count(*)::int from things) else held.things end as things
     from accounts a join held on held.node = a.node
     order by a.level, held.things desc`,
  );
  return rows;
}

async function measure(server: TestServer, caller: Largest, rounds: number): Promise<BenchRow[]> {
  const { token, tenant_id } = await server.signIn(caller.user_name);
  const path = `/v1/things/tenants/${tenant_id}/things`;
  const times = new Map<string, number[]>(groups.map((g) => [g, []]));
  for (let i = -1; i < rounds; i++) {
    for (const { group, query } of questions) {
      const started = performance.now();
      const reply = await server.call(token, 'GET', `${path}?${query(Math.max(i, 0))}`);
      const took = performance.now() - started;
      if (reply.status !== 200) throw new Error(`${query(i)}: ${reply.message}`);
      // The first round warms PostgreSQL's cache and is not measured.
      if (i >= 0) times.get(group)?.push(took);
    }
  }
  return groups.map((group) => ({
    what: `${group}, ${caller.kind} with ${caller.things} things`,
    measured: `p50 ${median(times.get(group) ?? []).toFixed(1)} ms, p95 ${quantile(times.get(group) ?? [], 0.95).toFixed(1)} ms`,
    // Calls without a page in the console have no budget.
    budget: group === WHOLE ? '' : `p95 ≤ ${BUDGET_MS} ms`,
  }));
}
