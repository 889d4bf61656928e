import { columnOf, type Field, type Resource } from '@voltloop/resource-kit';
import { type RawBuilder, sql } from 'kysely';

/** A row as the calls answer it: values by field, and the titles of what it refers to. */
export interface Row {
  id: string;
  createTime: number;
  createUser: string | null;
  updateTime: number;
  version: number;
  titles: Record<string, string>;
  [field: string]: unknown;
}

/** Resources by name, to find the table behind a reference. */
export type Registry = ReadonlyMap<string, Resource>;

const column = (field: string) => sql.ref(`t.${columnOf(field)}`);
const ms = (time: RawBuilder<unknown>) => sql`(extract(epoch from ${time}) * 1000)::float8`;

/** How a stored value is read: exact decimals and days as text, moments as epoch ms. */
function read(name: string, field: Field): RawBuilder<unknown> {
  if (field.kind === 'decimal') return sql`trim_scale(${column(name)})::text`;
  if (field.kind === 'date') return sql`${column(name)}::text`;
  if (field.kind === 'time') return ms(column(name));
  return sql`${column(name)}`;
}

/** `field, title, field, title, …` of what a row refers to; deleted rows keep their title. */
function titlesOf(resource: Resource, registry: Registry): RawBuilder<unknown> {
  const titles = Object.entries(resource.fields).flatMap(([name, field]) => {
    const to = field.kind === 'reference' ? registry.get(field.to) : undefined;
    if (!to) return [];
    const title = sql.ref(`r.${columnOf(to.title)}`);
    return [
      sql`${name}::text, (select ${title}::text from ${sql.table(to.table)} r where r.id = ${column(name)})`,
    ];
  });
  if (titles.length === 0) return sql`'{}'::jsonb`;
  return sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(titles)}))`;
}

/** The SELECT list of a resource over its table as `t`. Identifiers come from the declaration, never from outside. */
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

/** A value as its column takes it. */
export function stored(field: Field, value: unknown): unknown {
  if (value === undefined || value === null) {
    return field.kind === 'files' || field.kind === 'lines' ? '[]' : null;
  }
  if (field.kind === 'files' || field.kind === 'lines') return JSON.stringify(value);
  if (field.kind === 'time') return new Date(value as number).toISOString();
  return value;
}
