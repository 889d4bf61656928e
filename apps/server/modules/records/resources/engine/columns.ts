import { columnOf, type Field, type Resource } from '@voltloop/resource-kit';
import { type RawBuilder, sql } from 'kysely';
import { column } from './table.ts';

/** A row as calls return it: values by field, and the titles of referenced rows. */
export interface Row {
  id: string;
  createTime: number;
  createUser: string | null;
  updateTime: number;
  version: number;
  titles: Record<string, string>;
  [field: string]: unknown;
}

/** Resources by name, to find the table of a reference. */
export type Registry = ReadonlyMap<string, Resource>;

/** Whole ms: times of the database have microseconds, which workbooks do not support. */
const ms = (time: RawBuilder<unknown>) => sql`trunc(extract(epoch from ${time}) * 1000)::float8`;

/** How a stored value is read: exact decimals and days as text, moments as epoch ms. */
function read(name: string, field: Field): RawBuilder<unknown> {
  if (field.kind === 'decimal') return sql`trim_scale(${column(name)})::text`;
  if (field.kind === 'date') return sql`${column(name)}::text`;
  if (field.kind === 'time') return ms(column(name));
  return sql`${column(name)}`;
}

/**
 * Titles of referenced rows, by the path of the reference: `clientId`, `lines.0.categoryId`. Deleted rows keep their
 * title.
 */
function titlesOf(resource: Resource, registry: Registry): RawBuilder<unknown> {
  const referred = (field: Field) => (field.kind === 'reference' ? registry.get(field.to) : undefined);
  const own: RawBuilder<unknown>[] = [];
  const inLines: RawBuilder<unknown>[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    const to = referred(field);
    if (to) own.push(sql`${name}::text, ${titleWhere(to, sql`r.id = ${column(name)}`)}`);
    if (field.kind !== 'lines') continue;
    for (const [inner, innerField] of Object.entries(field.of)) {
      const lineTo = referred(innerField);
      if (lineTo) inLines.push(titlesInLines(name, inner, lineTo));
    }
  }
  const titles =
    own.length > 0 ? sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(own)}))` : sql`'{}'::jsonb`;
  return sql.join([titles, ...inLines], sql` || `);
}

/** The name of a row in references: its title, or the field of `lookup.name` where that has a value. */
export function nameOf({ title, lookup }: Resource, alias: string): RawBuilder<unknown> {
  const text = (field: string) => sql`${sql.ref(`${alias}.${columnOf(field)}`)}::text`;
  return lookup?.name ? sql`coalesce(${text(lookup.name)}, ${text(title)})` : text(title);
}

function titleWhere(to: Resource, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${nameOf(to, 'r')} from ${sql.table(to.table)} r where ${condition})`;
}

function titlesInLines(name: string, inner: string, to: Resource): RawBuilder<unknown> {
  return sql`coalesce((select jsonb_object_agg(${`${name}.`}::text || (l.place - 1) || ${`.${inner}`}::text, ${nameOf(to, 'r')})
    from jsonb_array_elements(${column(name)}) with ordinality l (line, place)
    join ${sql.table(to.table)} r on r.id = (l.line ->> ${inner}::text)::uuid), '{}'::jsonb)`;
}

/**
 * The SELECT list of a resource over its table as `t`. Identifiers come from the declaration, never from external
 * input.
 */
export function selectList(resource: Resource, registry: Registry): RawBuilder<unknown> {
  const own = Object.entries(resource.fields).map(
    ([name, field]) => sql`${read(name, field)} as ${sql.ref(name)}`,
  );
  return sql.join([
    sql`t.id`,
    sql`${ms(sql`t.create_time`)} as "createTime"`,
    sql`(select a.user_name::text from accounts a where a.id = t.create_user) as "createUser"`,
    sql`${ms(sql`t.update_time`)} as "updateTime"`,
    sql`t.version`,
    sql`${titlesOf(resource, registry)} as titles`,
    ...own,
  ]);
}

/** A value in the form that `json_populate_recordset` needs for its column. */
export function stored(field: Field, value: unknown): unknown {
  const many = field.kind === 'files' || field.kind === 'lines';
  if (value === undefined || value === null) return many ? [] : null;
  if (field.kind === 'time') return new Date(value as number).toISOString();
  return value;
}
