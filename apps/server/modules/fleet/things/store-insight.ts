import { sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';
import { seesThing, type Viewer } from '../../people/accounts/index.ts';

const FAULT_DAYS = 30;

/** Software versions of a viewer's things, the most frequent first, with the number that had a fault recently. */
export async function versionFaults(db: Db, viewer: Viewer, now: Date) {
  const { rows } = await sql<{ sw_version: string; things: number; faulty: number }>`
    with faulty as materialized (
      select distinct e.thing_id from events e
      where e.tenant_id = ${viewer.tenantId}::uuid and e.level = 3
        and coalesce(e.end_time, 'infinity') >= ${now}::timestamptz - make_interval(days => ${sql.lit(FAULT_DAYS)}))
    select coalesce(s.sw_version, '') as sw_version, count(*)::int as things, count(f.thing_id)::int as faulty
    from things t join thing_state s on s.thing_id = t.id left join faulty f on f.thing_id = t.id
    where t.deleted_at is null and ${seesThing(viewer, 't.id')}
    group by 1 order by things desc, 1`.execute(db);
  return rows;
}

/** Number of a viewer's things installed in each of the last twelve months. */
export async function installations(db: Db, viewer: Viewer, now: Date) {
  const { rows } = await sql<{ month: string; installed: number }>`
    with months as (
      select to_char(date_trunc('month', ${now}::timestamptz at time zone 'UTC') - make_interval(months => i), 'YYYY-MM') as month
      from generate_series(0, 11) i), made as materialized (
      select substr(coalesce(t.description->>'installTime', to_char(t.registered_at at time zone 'UTC', 'YYYY-MM')), 1, 7) as month,
        count(*)::int as n
      from things t where t.deleted_at is null and ${seesThing(viewer, 't.id')} group by 1)
    select months.month, coalesce(made.n, 0) as installed
    from months left join made using (month) order by 1`.execute(db);
  return rows;
}
