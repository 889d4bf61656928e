import type * as contract from '@voltloop/contract';
import type { ReplyOf } from '@voltloop/contract';
import { type Resource, rightOf, type Warning } from '@voltloop/resource-kit';
import { chinaDays } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import { AnswerCache } from '../../../../platform/answer-cache.ts';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Db } from '../../../../platform/db.ts';
import { type Core, pageOf, titlesById } from '../../../records/resources/index.ts';

type Home = ReplyOf<typeof contract.backofficeHome>;
type Found = Home['warnings'];

const FIRST_ROWS = 5;
const LINES = 8;

/** The home of the back office, as far as the caller may see its data. */
export function homeReader(core: Core): (ctx: Ctx) => Promise<Home> {
  // The same for all readers.
  const warnings = new AnswerCache<{ at: number; found: Found }>(core.services.clock);

  const warningsIn = (ctx: Ctx, resource: Resource) =>
    warnings.get(`${ctx.caller.tenantId} ${resource.name}`, async (at) => ({
      at,
      found: await warningsOf(core, ctx, resource),
    }));

  return async (ctx) => {
    const visible = [...core.registry.values()].filter((each) => ctx.caller.rights.has(rightOf(each)));
    const parts = visible.filter((each) => each.home).map((each) => warningsIn(ctx, each));
    const [found, activity] = await Promise.all([Promise.all(parts), activityOf(core, ctx, visible)]);
    return {
      as_of: Math.min(ctx.now.getTime(), ...found.map(({ at }) => at)),
      warnings: found.flatMap((each) => each.found),
      activity,
    };
  };
}

async function warningsOf(core: Core, ctx: Ctx, resource: Resource): Promise<Found> {
  const found = await Promise.all(
    (resource.home?.warnings ?? []).map((each) => warn(core, ctx, resource, each)),
  );
  return found.filter(({ count }) => count > 0);
}

async function warn(core: Core, ctx: Ctx, resource: Resource, warning: Warning) {
  const { registry, services } = core;
  const filter = [...warning.filter(chinaDays(ctx.now))];
  const choice = { filter, named: {}, ...(warning.date ? { sort: warning.date } : {}) };
  const window = { offset: 0, limit: FIRST_ROWS };
  const { list, total } = await pageOf(services.db, registry, resource, ctx.caller.tenantId, choice, window);
  return {
    resource: resource.name,
    name: warning.name,
    count: total,
    filter,
    rows: list.map((row) => ({
      id: row.id,
      title: String(row[resource.title] ?? row.id),
      date: warning.date ? ((row[warning.date] as string | null) ?? null) : null,
    })),
  };
}

interface Work {
  time: number;
  user: string | null;
  resource: string;
  action: string;
  id: string;
  count: number;
}

/** Rows of the audit trail that are searched for the newest work. */
const NEWEST = 2000;

/**
 * The newest changes to rows of these resources. All changes by one person to one kind of row within a minute are one
 * line, so that an import of thousands does not fill the page.
 */
async function newestWork(
  db: Db,
  tenantId: string,
  resources: readonly string[],
  limit: number,
): Promise<Work[]> {
  const { rows } = await sql<Work>`
    select (extract(epoch from max(at)) * 1000)::float8 as time, actor_name as "user", object_type as resource,
      split_part(action, '.', 2) as action, (array_agg(object_id order by seq desc))[1] as id, count(*)::int as count
    from (
      select seq, at, actor_name, object_type, action, object_id from audit
      where tenant_id = ${tenantId}::uuid and object_type = any(${[...resources]}::text[]) and object_id is not null
        and split_part(action, '.', 2) <> 'read'
      order by at desc limit ${NEWEST}
    ) newest
    group by actor_name, object_type, action, date_trunc('minute', at)
    order by 1 desc limit ${limit}`.execute(db);
  return rows;
}

async function activityOf(core: Core, ctx: Ctx, visible: readonly Resource[]): Promise<Home['activity']> {
  const { db } = core.services;
  const { tenantId } = ctx.caller;
  const work = await newestWork(
    db,
    tenantId,
    visible.map((each) => each.name),
    LINES,
  );
  const titles = new Map<string, Map<string, string>>();
  for (const resource of visible) {
    const ids = work.filter((line: Work) => line.resource === resource.name).map((line) => line.id);
    const rows = (await titlesById(db, resource, tenantId, ids)).filter(({ living }) => living);
    titles.set(resource.name, new Map(rows.map(({ id, title }) => [id, title])));
  }
  return work.map((line) => ({ ...line, title: titles.get(line.resource)?.get(line.id) ?? null }));
}
