import { PassThrough } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Snapshot, TableText } from '../demo/snapshot/file.ts';
import { FIXED, mark, ruleIds, TENANT_MARK } from '../demo/snapshot/shift.ts';
import { fileKey } from '../modules/people/files/index.ts';
import type { Services } from '../platform/services.ts';

/** What an instance makes itself, or what triggers make of the rest. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'migrations',
  'instance_facts',
  'tenants',
  'accounts',
  'roles',
  'role_menus',
  'things',
  'thing_state',
  'bindings',
  'sites',
  'site_devices',
  'audit',
  'list_counts',
  // Their months are those of the calendar, not days that move.
  'periods',
  'stock_flows',
]);

const TABLES = `select c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`;

/** Columns whose content belongs to the instance; an instance fills them in. */
const EMPTIED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  reporting_configs: { endpoint: "'http://127.0.0.1'", secret: "'\\x00'::bytea" },
};

interface Frame {
  begun: Date;
  /** The last audit row before the business. */
  auditBefore: string;
  tenantId: string;
  /** Tables that migrations fill. */
  given: ReadonlySet<string>;
}

/** Names of the tables that have rows. */
export async function filledTables({ pool }: Pick<Services, 'pool'>): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(TABLES);
  const filled = new Set<string>();
  for (const { name } of rows)
    if ((await pool.query(`select 1 from ${name} limit 1`)).rowCount) filled.add(name);
  return filled;
}

/** All rows of the business, with marks for accounts and for days that must not move. */
export async function dumpBusiness(
  services: Pick<Services, 'pool' | 'files'>,
  { begun, auditBefore, tenantId, given }: Frame,
): Promise<Pick<Snapshot, 'tables' | 'audit' | 'files' | 'sequences' | 'firstMonth'>> {
  const client = await services.pool.connect();
  try {
    await client.query("set timezone = 'UTC'");
    const people = await client.query<{ id: string; name: string }>(
      'select id, user_name::text as name from accounts where tenant_id = $1',
      [tenantId],
    );
    const marks = new Map(people.rows.map(({ id, name }) => [id, mark(name)]));
    marks.set(tenantId, TENANT_MARK);
    for (const [name, id] of await ruleIds(client)) marks.set(id, mark(name));
    const normal = normalised(marks, begun);
    const names = (await client.query<{ name: string }>(TABLES)).rows.map(({ name }) => name);
    const tables: TableText[] = [];
    for (const table of names.filter((name) => !LEFT_OUT.has(name) && !given.has(name))) {
      const columns = await columnsOf(client, table);
      if (columns.length === 0) continue;
      const stream = client.query(copyTo(`copy (${selectOf(table, columns)}) to stdout`));
      const through = new PassThrough();
      const [text] = await Promise.all([textOf(through), pipeline(stream, through)]);
      const rows = text.split('\n').length - 1;
      if (rows > 0) tables.push({ table, columns, rows, text: normal(text) });
    }
    const { rows: audit } = await client.query<{ row: string }>(
      `select jsonb_build_object('at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'tenant_id', tenant_id,
          'actor_id', actor_id, 'actor_name', actor_name, 'role_id', role_id, 'action', action, 'object_type', object_type,
          'object_id', object_id, 'ip', host(ip), 'result', result, 'details', details)::text as row
        from audit where seq > $1 and action <> 'period.close' order by seq`,
      [auditBefore],
    );
    const { rows: sequences } = await client.query<{ name: string; last: string }>(
      `select sequencename as name, last_value as last from pg_sequences
        where schemaname = 'public' and last_value is not null order by 1`,
    );
    const { rows: months } = await client.query<{ first: string }>(
      "select to_char(min(month), 'YYYY-MM') as first from periods",
    );
    return {
      tables,
      audit: normal(audit.map(({ row }) => row).join('\n')),
      files: await filesOf(services),
      firstMonth: months[0]?.first ?? begun.toISOString().slice(0, 7),
      sequences: Object.fromEntries(
        sequences
          .filter(({ name }) => tables.some(({ table }) => name.startsWith(`${table}_`)))
          .map(({ name, last }) => [name, last]),
      ),
    };
  } finally {
    client.release(true);
  }
}

/** The columns of a table that are written, not worked out. */
async function columnsOf(client: pg.PoolClient, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

function selectOf(table: string, columns: readonly string[]): string {
  const emptied = EMPTIED[table] ?? {};
  const selected = columns.map((name) => {
    // The code says the day; a code of a second life moves with its day.
    if (table === 'batteries' && name === 'production_date')
      return `case when is_cascade = 1 then production_date::text else '${FIXED}' || production_date || '${FIXED}' end`;
    return emptied[name] ?? `"${name}"`;
  });
  return `select ${selected.join(', ')} from ${table} order by ${ORDER[table] ?? 'ctid'}`;
}

/** Rows that belong together are close to each other: it compresses better. */
const ORDER: Readonly<Record<string, string>> = { moves: 'seq' };

/** Marks instead of ids, and no time after the end: the database's own clock is later. */
function normalised(marks: ReadonlyMap<string, string>, begun: Date): (text: string) => string {
  const end = begun.toISOString().slice(0, 19).replace('T', ' ');
  const ids = new RegExp([...marks.keys()].join('|'), 'g');
  return (text) =>
    text
      .replace(ids, (id) => marks.get(id) as string)
      .replace(/(20\d\d-\d\d-\d\d)([ T])(\d\d:\d\d:\d\d)(\.\d+)?/g, (all, day, between, time) =>
        `${day} ${time}` > end ? end.replace(' ', between) : all,
      );
}

async function filesOf({ pool, files }: Pick<Services, 'pool' | 'files'>): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ id: string }>('select id from files order by id');
  const all: Record<string, string> = {};
  for (const { id } of rows) {
    const parts: Buffer[] = [];
    for await (const part of await files.read(fileKey(id))) parts.push(part as Buffer);
    all[id] = Buffer.concat(parts).toString('base64');
  }
  return all;
}
