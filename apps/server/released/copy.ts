import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';

const ROWS_A_LINE = 500;

/** What the first line of a copy says: the version that made the database, and its migrations with their hashes. */
export interface CopyHead {
  version: string;
  migrations: { name: string; hash: string }[];
}

/** Rows of one table as a JSON array, or the last values of all sequences. */
type CopyLine = { table: string; rows: string } | { sequences: Record<string, string> };

const TABLES = `select c.oid::regclass::text as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`;

/** Writes every row of a database into a file that {@link readCopy} reads. The schema is not in it: migrations make it. */
export async function writeCopy(client: pg.Client, version: string, file: string): Promise<void> {
  async function* lines() {
    const { rows: migrations } = await client.query('select name, hash from migrations order by name');
    yield `${JSON.stringify({ version, migrations } satisfies CopyHead)}\n`;
    const { rows: tables } = await client.query<{ name: string }>(TABLES);
    for (const { name } of tables) {
      if (name === 'migrations') continue;
      // As text: a number of JavaScript would not hold each of PostgreSQL.
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${name} t order by 1`,
      );
      for (let at = 0; at < rows.length; at += ROWS_A_LINE) {
        const part = rows.slice(at, at + ROWS_A_LINE).map(({ row }) => row);
        yield `${JSON.stringify({ table: name, rows: `[${part.join(',')}]` } satisfies CopyLine)}\n`;
      }
    }
    const { rows } = await client.query<{ name: string; last: string }>(
      `select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
    );
    const sequences = Object.fromEntries(rows.map(({ name, last }) => [name, last]));
    yield `${JSON.stringify({ sequences } satisfies CopyLine)}\n`;
  }
  await pipeline(lines, createGzip({ level: 9 }), createWriteStream(file));
}

/** The lines of a copy: its head, then its rows. */
async function* linesOf(file: string): AsyncGenerator<unknown> {
  const text = createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity });
  for await (const line of text) yield JSON.parse(line);
}

/** Which version made a copy, with which migrations. */
export async function readHead(file: string): Promise<CopyHead> {
  for await (const line of linesOf(file)) return line as CopyHead;
  throw new Error(`${file} is empty.`);
}

/** Puts the rows of a copy in place of those of a database that has its schema. Needs a superuser: triggers and references wait. */
export async function readCopy(client: pg.Client, file: string): Promise<void> {
  await client.query("set session_replication_role = 'replica'");
  const { rows } = await client.query<{ name: string }>(TABLES);
  const names = rows.map(({ name }) => name).filter((name) => name !== 'migrations');
  await client.query(`truncate ${names.join(', ')}`);
  for await (const line of linesOf(file)) {
    if ('migrations' in (line as object)) continue;
    const part = line as CopyLine;
    if ('table' in part) {
      const columns = await columnsOf(client, part.table);
      await client.query(
        `insert into ${part.table} (${columns}) overriding system value
           select ${columns} from jsonb_populate_recordset(null::${part.table}, $1)`,
        [part.rows],
      );
    } else {
      for (const [name, last] of Object.entries(part.sequences))
        await client.query('select setval($1::regclass, $2)', [name, last]);
    }
  }
  await client.query('reset session_replication_role');
}

/** The columns of a table that are written, not worked out. */
async function columnsOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ list: string }>(
    `select string_agg(quote_ident(attname), ', ') as list from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return rows[0]?.list ?? '';
}
