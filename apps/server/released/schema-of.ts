import type pg from 'pg';

const QUESTIONS = {
  columns: `select c.relname || '.' || a.attname as name,
      format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
        || a.attidentity::text || a.attgenerated::text || coalesce(' ' || pg_get_expr(d.adbin, d.adrelid), '') as is
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm') and a.attnum > 0 and not a.attisdropped`,
  constraints: `select conrelid::regclass || '.' || conname as name, pg_get_constraintdef(oid) || case when convalidated then '' else ' not valid' end as is
    from pg_constraint where connamespace = 'public'::regnamespace`,
  indexes: `select c.relname as name, pg_get_indexdef(c.oid) as is from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'i'`,
  triggers: `select t.tgrelid::regclass || '.' || t.tgname as name, pg_get_triggerdef(t.oid) as is from pg_trigger t where not t.tgisinternal`,
  functions: `select p.oid::regprocedure::text as name, md5(p.prosrc) as is from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  storage: `select c.relname as name, array_to_string(c.reloptions, ' ') as is from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i') and c.reloptions is not null`,
} as const;

/** Everything of a database's schema by name, to be compared with another's. The order of columns is left out. */
export async function schemaOf(client: pg.Client): Promise<Record<string, Record<string, string>>> {
  const schema: Record<string, Record<string, string>> = {};
  for (const [kind, question] of Object.entries(QUESTIONS)) {
    const { rows } = await client.query<{ name: string; is: string }>(question);
    schema[kind] = Object.fromEntries(rows.map(({ name, is }) => [name, is]));
  }
  return schema;
}
