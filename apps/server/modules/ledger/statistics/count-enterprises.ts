import type * as contract from '@voltloop/contract';
import type { CountedEnterprise, EnterpriseCount, QueryOf } from '@voltloop/contract';
import { addDays } from '@voltloop/domain/clock/days.ts';
import { chinaDay } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { containing } from '../../../platform/like.ts';
import { inNameOrder } from '../../../platform/name-order.ts';
import { checkPeriod } from './period.ts';
import { kgOf } from './scope.ts';

/** Days before its end when a permit counts as ending soon, as on the pages of enterprises. */
const SOON_DAYS = 60;
const MOST = 1000;

type Filter = QueryOf<typeof contract.countEnterprises>;

/** Enterprises by kind, province and permits, and mass received and issued. @throws validation */
export async function countEnterprises(db: Db, ctx: Ctx, filter: Filter): Promise<EnterpriseCount> {
  checkPeriod(filter);
  const list = await enterprisesOf(db, ctx, filter);
  const counted = (of: (each: CountedEnterprise) => string) => {
    const counts = new Map<string, number>();
    for (const each of list) counts.set(of(each), (counts.get(of(each)) ?? 0) + 1);
    return [...counts].map(([key, count]) => ({ key, count })).sort((a, b) => b.count - a.count);
  };
  const states = counted(permitState);
  const of = (state: ReturnType<typeof permitState>) => states.find(({ key }) => key === state)?.count ?? 0;
  return {
    total: list.length,
    kinds: counted(({ kind }) => String(kind)),
    regions: counted(({ region }) => region?.slice(0, 2) ?? ''),
    permits: { valid: of('valid'), expiring: of('expiring'), expired: of('expired'), none: of('none') },
    list: list.slice(0, MOST),
  };
}

/** Pure: the permit state of an enterprise: the worst of its permits. */
export function permitState({ permits: { valid, expiring, expired } }: Pick<CountedEnterprise, 'permits'>) {
  if (expired > 0) return 'expired';
  if (expiring > 0) return 'expiring';
  return valid > 0 ? 'valid' : 'none';
}

/** All matches of a filter, those with the most mass first. */
export async function enterprisesOf(
  db: Db,
  { caller: { tenantId }, now }: Ctx,
  { kind, region, permits, search, from, to }: Filter,
): Promise<CountedEnterprise[]> {
  const today = chinaDay(now);
  const soon = addDays(today, SOON_DAYS);
  const pattern = containing(search ?? '');
  const { rows } = await sql<CountedEnterprise>`
    with volumes as (
      select enterprise_id as id, ${kgOf(sql`sum(kg) filter (where kind = 'receipt')`)} as in_kg,
          count(*) filter (where kind = 'receipt')::int as ins, ${kgOf(sql`sum(kg) filter (where kind = 'issue')`)} as out_kg,
          count(*) filter (where kind = 'issue')::int as outs, sum(kg) as kg
        from documents where tenant_id = ${tenantId} and deleted_at is null and enterprise_id is not null
          and kind in ('receipt', 'issue') and status = 'posted' and reverses_id is null
          and day between ${from}::date and ${to}::date
        group by 1
    )
    select e.id, e.name, e.kind, e.region, e.status = 1 as enabled,
        json_build_object('valid', p.valid, 'expiring', p.expiring, 'expired', p.expired) as permits,
        p.next_end as "nextEnd", coalesce(v.in_kg, '0') as "inKg", coalesce(v.ins, 0) as "inDocuments",
        coalesce(v.out_kg, '0') as "outKg", coalesce(v.outs, 0) as "outDocuments"
      from enterprises e left join volumes v on v.id = e.id, lateral (
        select count(*) filter (where ends is null or ends > ${soon})::int as valid,
            count(*) filter (where ends between ${today} and ${soon})::int as expiring,
            count(*) filter (where ends < ${today})::int as expired, min(ends) filter (where ends >= ${today}) as next_end
          from (select permit ->> 'validTo' as ends from jsonb_array_elements(e.permits) permit) each
      ) p
      where e.tenant_id = ${tenantId} and e.deleted_at is null
        ${kind === undefined ? sql`` : sql`and e.kind = ${kind}`}
        ${region === undefined ? sql`` : sql`and left(e.region, 2) = ${region}`}
        ${search ? sql`and e.name ilike ${pattern}` : sql``}
      order by coalesce(v.kg, 0) desc, ${inNameOrder(sql`e.name`)}, e.id`.execute(db);
  return permits === undefined ? rows : rows.filter((each) => permitState(each) === permits);
}
