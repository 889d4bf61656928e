import { buffer } from 'node:stream/consumers';
import { designs, packTree } from '../apps/server/demo/seed/business/batteries.ts';
import type { AccountRow } from '../apps/server/modules/people/accounts/index.ts';
import { createImports } from '../apps/server/modules/records/imports/index.ts';
import { type TableCell, tableStream } from '../apps/server/platform/table-export.ts';
import { officeModules } from '../apps/server/testing/office.ts';
import { type TestServer, testPassword } from '../apps/server/testing/server.ts';
import { startInstance } from '../e2e/instance.ts';
import { fillBatteries } from './backoffice-data.ts';
import type { BenchRow } from './ingest.ts';
import { onOwnPostgres } from './own-postgres.ts';
import { resident_kB } from './processes.ts';
import { median, ms, quantile } from './quantile.ts';

const BUDGET_MS = 100;
const IMPORTED = 10_000;

const filter = (...conditions: object[]) => `filter=${encodeURIComponent(JSON.stringify(conditions))}`;
const is = (field: string, value: unknown) => ({ field, op: 'equals', value });
const from = (field: string, value: unknown) => ({ field, op: 'from', value });
const to = (field: string, value: unknown) => ({ field, op: 'to', value });

const wide = (i: number) =>
  ['001CB', '04QCB', '0B5CB', '09UCB', '08BCB', '001C', '04QC', '0B5C', '09UC', '08BC'][i % 10];
const wideAndShort = (i: number) => ['4Q', 'B5', '9U', '8B', '1C', 'QC', '5C', 'UC', 'BC', '0B'][i % 10];

/** Typical queries of a list of batteries; `i` varies the search. */
const questions: { group: string; path?: string; query: (i: number) => string }[] = [
  { group: 'first pages', query: () => '' },
  { group: 'first pages', query: (i) => `page=${1 + (i % 10)}` },
  { group: 'first pages', query: () => 'size=100' },
  { group: 'deep pages (near 25,000, 50,000 and the last)', query: (i) => `page=${25_000 - i}` },
  { group: 'deep pages (near 25,000, 50,000 and the last)', query: (i) => `page=${50_000 - i}` },
  { group: 'deep pages (near 25,000, 50,000 and the last)', query: (i) => `page=${99_999 - i}` },
  ...[
    'batteryCode',
    'state',
    'productType',
    'batteryType',
    'productionDate',
    'ratedEnergyKwh',
    'sohPct',
  ].flatMap((field) => [
    { group: 'sorts by an indexed column', query: () => `sort=${field}&order=asc` },
    { group: 'sorts by an indexed column', query: () => `sort=${field}&order=desc` },
  ]),
  { group: 'filters by options', query: () => filter(is('state', 'in_stock')) },
  { group: 'filters by options', query: (i) => `${filter(is('state', 'scrapped'))}&page=${1 + i}` },
  { group: 'filters by options', query: () => filter(is('productType', 1)) },
  {
    group: 'filters by options',
    query: () => filter(is('productType', 3), is('batteryType', '2'), is('state', 'in_stock')),
  },
  {
    group: 'filters by options',
    query: () => `${filter(is('state', 'in_use'))}&sort=productionDate&order=desc`,
  },
  {
    group: 'ranges',
    query: () => filter(from('productionDate', '2023-05-01'), to('productionDate', '2023-06-01')),
  },
  { group: 'ranges', query: (i) => filter(from('sohPct', String(70 + i)), to('sohPct', String(72 + i))) },
  { group: 'ranges', query: () => filter(from('createTime', Date.now() - 30 * 86_400_000)) },
  { group: 'ranges', query: () => filter(from('ratedEnergyKwh', '10'), to('ratedEnergyKwh', '12')) },
  { group: 'parts of a code (up to 4,000 matches)', query: (i) => `search=00123${i % 10}` },
  { group: 'parts of a code (up to 4,000 matches)', query: (i) => `search=${1234 + i}` },
  { group: 'parts of a code (up to 4,000 matches)', query: (i) => `search=${123 + i}` },
  {
    group: 'parts of a code (up to 4,000 matches)',
    query: (i) => filter({ field: 'batteryCode', op: 'contains', value: `0012${i % 10}` }),
  },
  {
    group: 'parts of a code (up to 4,000 matches)',
    query: (i) => `search=${1234 + i}&${filter(is('state', 'in_stock'))}`,
  },
  // Each word is new to the server once; the count for its further pages is already cached.
  { group: 'wide words (75,000 to 210,000 matches)', query: (i) => `search=${wide(i)}` },
  { group: 'wide words (75,000 to 210,000 matches)', query: (i) => `search=${wideAndShort(i)}` },
  // As in the console: rows first, their count in a separate call (offset so that no other query has counted it).
  { group: 'rows of a wide word, before their count', query: (i) => `search=${wide(i + 5)}&count=later` },
  {
    group: 'rows of a wide word, before their count',
    query: (i) => `search=${wideAndShort(i + 5)}&count=later`,
  },
  { group: 'further pages of a wide word', query: (i) => `search=${wide(i)}&page=${2 + i}` },
  { group: 'further pages of a wide word', query: (i) => `search=${wideAndShort(i)}&page=${400 + i}` },
  { group: 'pages in the middle of a wide word', query: (i) => `search=${wide(i)}&page=3500` },
  { group: 'pages in the middle of a wide word', query: (i) => `search=${wideAndShort(i)}&page=9500` },
  ...['001CB', '4Q', 'ZZ', '00123'].map((word) => ({
    group: 'palette: a word over all entities',
    path: '/v1/backoffice/search',
    query: () => `search=${word}`,
  })),
];

interface World {
  server: TestServer;
  main: AccountRow;
  token: string;
}

/** Lists, export and import of a back office over a million batteries, on a dedicated embedded PostgreSQL. */
export function benchBackoffice(): Promise<BenchRow[]> {
  const [batteries, rounds] = [1_000_000, 10];
  return onOwnPostgres(
    async (server, databaseUrl) => {
      const main = await server.tenant('Bench');
      await fillBatteries(server.services.pool, {
        tenantId: main.tenantId,
        accountId: main.id,
        count: batteries,
      });
      const { token } = await server.signIn(main.userName);
      const world: World = { server, main, token };
      const measured = [...(await lists(world, rounds)), await importOf(world)];
      // Last: an account has one session, and the sign-in at the other server ends this one.
      return [...measured, await exportOf(databaseUrl, main.userName, batteries / 10)];
    },
    (services, { things }) => {
      const { resources, modules } = officeModules(services);
      return [...modules, createImports(services, things, resources.importKinds)];
    },
  );
}

async function lists({ server, token }: World, rounds: number): Promise<BenchRow[]> {
  const times = new Map<string, number[]>();
  for (let i = -1; i < rounds; i++) {
    // Concurrent writes: a count of one round is not valid for the next.
    await server.services.pool.query(
      'update batteries set version = version + 1 where id = (select id from batteries limit 1)',
    );
    for (const { group, path = '/battery/findPage', query } of questions) {
      const started = performance.now();
      const reply = await server.call(token, 'GET', `${path}?${query(Math.max(i, 0))}`);
      const took = performance.now() - started;
      if (reply.status !== 200) throw new Error(`${query(i)}: ${reply.message}`);
      // The first round warms PostgreSQL's cache and is not measured.
      if (i >= 0) times.set(group, [...(times.get(group) ?? []), took]);
    }
  }
  return [...times].map(([what, took]) => ({
    what,
    measured: `p50 ${ms(median(took))}, p95 ${ms(quantile(took, 0.95))}`,
    budget: `p95 ≤ ${what.startsWith('rows of a wide word') ? 60 : BUDGET_MS} ms`,
  }));
}

/**
 * Packs and modules, a tenth of all batteries, from a complete server in its own process over the same database: only
 * its memory is measured, without that of the process that fills the database or reads the file.
 */
async function exportOf(databaseUrl: string, userName: string, rows: number): Promise<BenchRow> {
  const instance = await startInstance({
    env: { DATABASE_URL: databaseUrl, DEMO_THINGS: '0', DEMO_BUSINESS: '0', CHECK_REPLIES: '0' },
  });
  try {
    const token = await signedIn(instance.url, userName);
    const chosen = filter({ field: 'productType', op: 'in', value: [1, 2] });
    const memory_MB = (field: 'VmRSS' | 'VmHWM') => Math.round(resident_kB(instance.pid, field) / 1024);
    const before = memory_MB('VmRSS');
    const started = performance.now();
    const reply = await fetch(`${instance.url}/battery/exportExcel?format=xlsx&${chosen}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!reply.ok || !reply.body) throw new Error(`the export was answered with ${reply.status}`);
    let bytes = 0;
    for await (const part of reply.body) bytes += (part as Uint8Array).length;
    const seconds = (performance.now() - started) / 1000;
    return {
      what: `export of ${rows.toLocaleString('en')} rows as xlsx (${Math.round(bytes / 2 ** 20)} MB)`,
      measured: `${Math.round(rows / seconds).toLocaleString('en')} rows/s, memory of the server ${before} → at most ${memory_MB('VmHWM')} MB`,
      budget: '≤ 256 MB',
    };
  } finally {
    await instance.stop();
  }
}

async function signedIn(url: string, userName: string): Promise<string> {
  const reply = await fetch(`${url}/v1/admin/control/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: userName, password: testPassword }),
  });
  if (!reply.ok) throw new Error(`the sign-in was answered with ${reply.status}`);
  return ((await reply.json()) as { data: { token: string } }).data.token;
}

/** A workbook of new batteries: read and checked, then written all or none, with an audit row each. */
async function importOf({ server, token, main }: World): Promise<BenchRow> {
  const [design] = designs;
  if (!design) throw new Error('there are no designs');
  async function* rows(): AsyncGenerator<TableCell[]> {
    for (let n = 0; n < IMPORTED; n++) {
      const [pack] = packTree(n % 9000, design as NonNullable<typeof design>, dayOf(n));
      yield [pack?.code ?? null, pack?.capacity_ah ?? null, pack?.mass_kg ?? null];
    }
  }
  const header = ['Battery code', 'Rated capacity', 'Mass'];
  const book = await buffer(tableStream({ format: 'xlsx', name: 'batteries', header, rows: rows() }));
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(book)]), 'batteries.xlsx');
  const whole = new Response(form);
  const at = `/v1/imports/tenants/${main.tenantId}`;
  const started = performance.now();
  const shown = await server.app.inject({
    method: 'POST',
    url: `${at}/kinds/battery`,
    payload: Buffer.from(await whole.arrayBuffer()),
    headers: {
      platform: 'IOT',
      authorization: `Bearer ${token}`,
      'content-type': whole.headers.get('content-type') ?? '',
    },
  });
  const preview = shown.json().data as { id: string; wrong: number };
  if (shown.statusCode !== 200 || preview.wrong > 0) throw new Error(`not read: ${shown.body.slice(0, 500)}`);
  const read = performance.now();
  const done = await server.call(token, 'POST', `${at}/previews/${preview.id}/confirm`, {});
  if (done.status !== 200) throw new Error(`not written: ${done.message}`);
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const ended = performance.now();
  return {
    what: `import of ${IMPORTED.toLocaleString('en')} rows from a workbook`,
    measured: `${seconds(ended - started)} s (read and checked ${seconds(read - started)}, written ${seconds(ended - read)})`,
    budget: '≤ 10 s',
  };
}

/** Limit of packs with the same date. */
const dayOf = (n: number) => new Date(Date.UTC(2020, 0, 1 + Math.floor(n / 9000)));
