import type pg from 'pg';
import { imports, setByTriggers, tables } from './tables.ts';

export const tableTypesFile = new URL('../platform/schema.ts', import.meta.url);

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  /** An insert may leave it out. */
  defaulted: boolean;
  /** The database computes it. */
  computed: boolean;
  /** The definition of a check that compares only this column with a list of values. */
  check: string | null;
}

/** Types of pg_type as pg returns them. */
const TYPES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  cidr: 'string',
  citext: 'string',
  float4: 'number',
  float8: 'number',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'Int8',
  ltree: 'string',
  numeric: 'Numeric',
  text: 'string',
  timestamptz: 'Time',
  uuid: 'string',
};

/**
 * The source of platform/schema.ts: the types of `tables`, read from the catalog of a migrated database.
 * @throws Error for an unknown table or column in tables.ts, and a column type that neither file maps
 */
export async function tableTypesText(client: pg.ClientBase): Promise<string> {
  const columns = await readColumns(client, Object.keys(tables));
  checkNames(columns);
  const body = Object.keys(tables)
    .map((table) => interfaceOf(table, columns))
    .join('\n\n');
  const all = Object.keys(tables).map((table) => `  ${table}: ${nameOf(table)};`);
  return `// Written by \`node apps/server/database-types/table-types-write.ts\` from the migrations; a test compares them.
${importsOf(body)}

${body}

export interface DB {
${all.join('\n')}
}
`;
}

/** Lists of values are read from checks, because the schema uses text with a check in place of enum types. */
async function readColumns(client: pg.ClientBase, names: readonly string[]): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select c.relname as table, a.attname as name, t.typname as type, not a.attnotnull as nullable,
        a.atthasdef or a.attidentity <> '' as defaulted, a.attgenerated <> '' as computed,
        (select min(pg_get_constraintdef(k.oid)) from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%') as check
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and a.attnum > 0 and not a.attisdropped
      order by c.relname, a.attnum`,
    [names],
  );
  return rows;
}

function checkNames(columns: readonly Column[]): void {
  const known = new Set(columns.flatMap(({ table, name }) => [table, `${table}.${name}`]));
  const declared = Object.entries(tables).flatMap(([table, types]) => [
    table,
    ...Object.keys(types).map((name) => `${table}.${name}`),
  ]);
  const unknown = [...declared, ...setByTriggers].filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`The database has no ${unknown.join(', ')}: correct tables.ts.`);
}

function interfaceOf(table: string, columns: readonly Column[]): string {
  const lines = columns
    .filter((column) => column.table === table)
    .map((column) => `  ${column.name}: ${typeOf(column)};`);
  return `export interface ${nameOf(table)} {\n${lines.join('\n')}\n}`;
}

function typeOf(column: Column): string {
  const values = valuesOf(column);
  const type = column.nullable ? `${values} | null` : values;
  if (column.computed || setByTriggers.has(`${column.table}.${column.name}`)) return `ReadOnly<${type}>`;
  return column.defaulted ? `Defaulted<${type}>` : type;
}

function valuesOf({ table, name, type, check }: Column): string {
  const declared = tables[table]?.[name];
  if (declared) return declared;
  if (check !== null) return literalsOf(check).join(' | ');
  // The catalog names the type of an array after its elements: _text.
  const single = TYPES[type.replace(/^_/, '')];
  if (!single) throw new Error(`The column ${table}.${name} is of type ${type}: add its type to tables.ts.`);
  return type.startsWith('_') ? `${single}[]` : single;
}

/** The values of `CHECK ((kind = ANY (ARRAY['a'::text, 'b'::text])))` or of one over numbers. */
function literalsOf(check: string): string[] {
  const list = /ARRAY\[(.*?)\]/.exec(check)?.[1] ?? '';
  return list.split(', ').map((value) => value.replace(/::\w+$/, ''));
}

/** saved_views: SavedViews */
const nameOf = (table: string) =>
  table.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

function importsOf(body: string): string {
  const files = new Map<string, string[]>();
  for (const [name, file] of Object.entries(imports)) {
    if (!new RegExp(`\\b${name}\\b`).test(body)) continue;
    files.set(file, [...(files.get(file) ?? []), name]);
  }
  return [...files]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([file, names]) => `import type { ${names.sort().join(', ')} } from '${file}';`)
    .join('\n');
}
