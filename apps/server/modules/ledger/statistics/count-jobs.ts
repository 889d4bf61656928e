import type * as contract from '@voltloop/contract';
import type { JobCount, QueryOf } from '@voltloop/contract';
import { decimalOf } from '@voltloop/resource-kit';
import { CHINA } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { checkPeriod } from './period.ts';
import { countOf, kgOf } from './scope.ts';

const MAX_DAYS = 100;

type Filter = QueryOf<typeof contract.countJobs>;

/** Work of a person on a day with documents of a kind. */
export interface Job {
  id: string;
  name: string;
  day: string;
  kind: string;
  documents: number;
  lines: number;
  scans: number;
  kg: string;
}

/** Work by person. @throws validation */
export async function countJobs(db: Db, ctx: Ctx, filter: Filter): Promise<JobCount> {
  const [jobs, approvals, operators] = await Promise.all([
    jobsOf(db, ctx, filter),
    approvalsOf(db, ctx, filter),
    operatorsOf(db, ctx, filter),
  ]);
  const people = new Map<string, JobCount['people'][number] & { on: Set<string> }>();
  const days = new Map<string, JobCount['days'][number] & { of: Set<string> }>();
  const kinds = new Map<string, JobCount['kinds'][number]>();
  const cells = new Map<string, JobCount['cells'][number]>();
  const nothing = { documents: 0, lines: 0, scans: 0 };
  const personOf = (id: string, name: string) => {
    const person = people.get(id) ?? { id, name, days: 0, kg: '0', ...nothing, approvals: 0, on: new Set() };
    people.set(id, person);
    return person;
  };
  for (const { id, name, day, kind, kg, ...work } of jobs) {
    const person = personOf(id, name);
    const ofDay = days.get(day) ?? { day, people: 0, ...nothing, of: new Set() };
    const ofKind = kinds.get(kind) ?? { kind, ...nothing };
    const cell = cells.get(`${id} ${day}`) ?? { id, day, documents: 0 };
    days.set(day, ofDay);
    kinds.set(kind, ofKind);
    cells.set(`${id} ${day}`, cell);
    for (const name of ['documents', 'lines', 'scans'] as const)
      for (const sum of [person, ofDay, ofKind]) sum[name] += work[name];
    cell.documents += work.documents;
    person.kg = decimalOf(person.kg).plus(kg).toFixed();
    person.days = person.on.add(day).size;
    ofDay.people = ofDay.of.add(id).size;
  }
  for (const { id, name, count } of approvals) personOf(id, name).approvals = count;
  return {
    people: [...people.values()].map(({ on, ...person }) => person).sort((a, b) => b.documents - a.documents),
    days: [...days.values()].map(({ of, ...day }) => day).sort((a, b) => (a.day < b.day ? -1 : 1)),
    kinds: [...kinds.values()].sort((a, b) => b.documents - a.documents),
    cells: [...cells.values()],
    operators,
  };
}

const moment = (day: string) => sql`(${day}::date::timestamp at time zone ${CHINA})`;
const posted = (
  tenantId: string,
  { from, to, kind }: Filter,
) => sql`d.tenant_id = ${tenantId} and d.deleted_at is null
  and d.posted_at >= ${moment(from)} and d.posted_at < ${moment(to)} + interval '1 day'
  ${kind ? sql`and d.kind = ${kind}` : sql``}`;

/**
 * Work by person, day and kind. A document counts for its submitter, or for its poster where no submission was
 * needed; the lines of a void are those of the voided document. @throws validation
 */
export async function jobsOf(db: Db, { caller: { tenantId } }: Ctx, filter: Filter): Promise<Job[]> {
  checkPeriod(filter, MAX_DAYS);
  const { rows } = await sql<Job>`
    with done as (
      select d.id, d.kind, coalesce(d.submitted_by, d.posted_by, d.create_user) as who, d.kg, d.reverses_id,
          (d.posted_at at time zone ${CHINA})::date as day
        from documents d where ${posted(tenantId, filter)}
    )
    select a.id, a.name, done.day::text, done.kind, ${countOf(sql`count(*)`)} as documents,
        ${countOf(sql`sum(l.lines)`)} as lines, ${countOf(sql`sum(l.scans)`)} as scans,
        ${kgOf(sql`sum(done.kg) filter (where reverses_id is null)`)} as kg
      from done join accounts a on a.id = done.who left join lateral (
        select count(*) as lines, count(code) as scans from document_lines where document_id = done.id
      ) l on done.reverses_id is null
      ${filter.accountId ? sql`where a.id = ${filter.accountId}` : sql``}
      group by 1, 2, 3, 4 order by 3, 2, 4`.execute(db);
  return rows;
}

async function approvalsOf(
  db: Db,
  { caller: { tenantId } }: Ctx,
  filter: Filter,
): Promise<{ id: string; name: string; count: number }[]> {
  const { rows } = await sql<{ id: string; name: string; count: number }>`
    select a.id, a.name, count(*)::int as count from documents d join accounts a on a.id = d.approved_by
      where ${posted(tenantId, filter)} and d.reverses_id is null
        ${filter.accountId ? sql`and a.id = ${filter.accountId}` : sql``}
      group by 1, 2`.execute(db);
  return rows;
}

/** Work steps of productions, by the days of the steps. */
async function operatorsOf(
  db: Db,
  { caller: { tenantId } }: Ctx,
  { from, to, kind, accountId }: Filter,
): Promise<JobCount['operators']> {
  if (accountId !== undefined || (kind !== undefined && kind !== 'production')) return [];
  const { rows } = await sql<JobCount['operators'][number]>`
    select coalesce(step ->> 'operator', d.operator, '') as name, count(*)::int as steps,
        coalesce(sum((step ->> 'hours')::numeric * coalesce((step ->> 'people')::int, 1)), 0)::float8 as hours
      from documents d, jsonb_array_elements(d.steps) step
      where d.tenant_id = ${tenantId} and d.kind = 'production' and d.deleted_at is null and d.status = 'posted'
        and d.reverses_id is null and (step ->> 'day') between ${from} and ${to}
      group by 1 order by 3 desc, 1`.execute(db);
  return rows;
}
