import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';
import { containing } from '../../../platform/like.ts';
import { inNameOrder } from '../../../platform/name-order.ts';
import type { PageWindow } from '../../../platform/paging.ts';
import { boundThingIds, seesTenant, type Viewer } from '../../people/accounts/index.ts';
import { devidFilter, type Filters, type Sort } from './rules.ts';

/**
 * The ids of one page of the matching things a viewer sees, in order, with the count of all matches: one query for both,
 * built so that each part has a cheap plan (see `planOf`).
 */
export async function findPage(
  db: Db,
  viewer: Viewer,
  query: Filters,
  { limit, offset }: Pick<PageWindow, 'limit' | 'offset'>,
  sort: Sort,
): Promise<{ ids: string[]; total: number }> {
  const conditions = conditionsOf(query);
  const plan = planOf(viewer, query, conditions, sort);
  const direction = sort.direction === 'desc' ? sql`desc` : sql`asc`;
  // To use an index, the order must match it exactly; those columns are never null.
  const nulls = stateSorts.has(sort.column) ? sql` nulls last` : sql``;
  const { rows } = await sql<{ total: number; ids: string[] }>`
    with hit as ${plan.collect ? sql`materialized` : sql`not materialized`} (
      ${matches(viewer, conditions, plan, sort)}
    )
    select (${count(viewer, conditions, plan)}) as total,
      array(select id from hit order by sorted ${direction}${nulls}, id ${direction}
        limit ${limit} offset ${offset}) as ids`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

// Levels are far apart, so that the time sorts only within a level.
const byProblem = sql`s.problem_level * 1e14 + coalesce((s.problem->>'since')::float8, 0)`;
const sortExpressions: Record<Sort['column'], RawBuilder<unknown>> = {
  devid: sql`t.devid`,
  devname: inNameOrder(sql`t.devname`),
  status: sql`s.status`,
  problem: byProblem,
  attention: sql`${byProblem} - case when (s.problem->>'acknowledged')::boolean then 1e15 else 0 end`,
  soc: sql`s.soc_pct`,
  last_time: sql`s.last_time`,
  registertime: sql`t.registered_at`,
};

const stateSorts: ReadonlySet<Sort['column']> = new Set([
  'status',
  'problem',
  'attention',
  'soc',
  'last_time',
]);

/** Conditions of `where`, by the table that they read: `things t` or `thing_state s`. */
interface Conditions {
  ofThing: RawBuilder<unknown>[];
  ofState: RawBuilder<unknown>[];
}

function conditionsOf(query: Filters): Conditions {
  const ofThing: RawBuilder<unknown>[] = [];
  if (query.devtype) ofThing.push(sql`t.devtype = ${query.devtype}`);
  if (query.search) ofThing.push(sql`t.search like ${containing(query.search.toLowerCase())}`);
  const devid = devidFilter(query.filter);
  if (devid) ofThing.push(sql`t.devid ilike ${containing(devid)}`);
  const installTime = query.description?.installTime;
  if (installTime) ofThing.push(sql`t.description->>'installTime' = ${installTime}`);
  if (query.installed_from) ofThing.push(sql`t.description->>'installTime' >= ${query.installed_from}`);
  if (query.installed_to) ofThing.push(sql`t.description->>'installTime' <= ${query.installed_to}`);
  if (query.account === 'none')
    ofThing.push(sql`not exists (select from bindings nb where nb.thing_id = t.id and nb.until is null)`);
  if (query.site !== undefined)
    ofThing.push(
      sql`t.id in (select sd.thing_id from site_devices sd where sd.site_id = ${query.site} and sd.until is null)`,
    );

  const ofState: RawBuilder<unknown>[] = [];
  if (query.state !== undefined) ofState.push(sql`s.status = ${query.state}`);
  // As a literal: the planner then knows that the index of problems contains all matches.
  if (query.problem_level !== undefined)
    ofState.push(sql`s.problem_level >= ${sql.lit(query.problem_level)}`);
  for (const f of query.status_filters ?? []) {
    const column = f.status_name === 'hw_version' ? sql`s.hw_version` : sql`s.sw_version`;
    ofState.push(sql`${column} ilike ${containing(f.status_value)}`);
  }
  return { ofThing, ofState };
}

/** How a page is read. */
interface Plan {
  tables: 'things' | 'thingsWithState' | 'state';
  /**
   * Whether matches are collected once, counted, and the page is cut from them. Otherwise the page is the beginning of
   * an index's order, and the count a pass over another index.
   */
  collect: boolean;
}

/**
 * Matches of the search index, or of filters within a subtree, are few and collected. Where most rows match, collecting
 * would cost more than two passes over indexes. Measured by `bench/lists.ts`.
 */
function planOf(viewer: Viewer, query: Filters, { ofThing, ofState }: Conditions, sort: Sort): Plan {
  const sortsByState = stateSorts.has(sort.column);
  const collect = usesSearchIndex(query) || (!seesTenant(viewer) && (sortsByState || ofThing.length > 0));
  // Bound things are not deleted and belong to the viewer's tenant: filters by state alone need no other table.
  if (!seesTenant(viewer) && sortsByState && ofThing.length === 0) return { tables: 'state', collect };
  return { tables: sortsByState || ofState.length > 0 ? 'thingsWithState' : 'things', collect };
}

/** The trigram index needs at least three characters. */
const INDEXED_LENGTH = 3;

const usesSearchIndex = (query: Filters): boolean =>
  query.description?.installTime !== undefined ||
  query.installed_from !== undefined ||
  query.installed_to !== undefined ||
  [query.search, devidFilter(query.filter)].some((s) => (s?.length ?? 0) >= INDEXED_LENGTH);

/** A query for the ids of all matches with the value that they are sorted by. */
function matches(viewer: Viewer, conditions: Conditions, { tables }: Plan, sort: Sort): RawBuilder<unknown> {
  const sorted = sortExpressions[sort.column];
  if (tables === 'state')
    return sql`select s.thing_id as id, ${sorted} as sorted ${fromState(viewer, conditions)}`;
  const state = tables === 'thingsWithState' ? sql`join thing_state s on s.thing_id = t.id` : sql``;
  return sql`select t.id, ${sorted} as sorted
    from things t ${state}
    where t.tenant_id = ${viewer.tenantId}::uuid and t.deleted_at is null${isBound(viewer, 't.id')}${allOf(conditions)}`;
}

/** A query for the number of matches. */
function count(viewer: Viewer, conditions: Conditions, { collect }: Plan): RawBuilder<unknown> {
  if (conditions.ofThing.length + conditions.ofState.length === 0) return countAll(viewer);
  // Only the states of bound things are filtered: they also provide the count.
  if (!seesTenant(viewer) && !collect) return sql`select count(*)::int ${fromState(viewer, conditions)}`;
  return sql`select count(*)::int from hit`;
}

/** The number of things a viewer sees, from one index alone. */
function countAll(viewer: Viewer): RawBuilder<unknown> {
  return seesTenant(viewer)
    ? sql`select count(*)::int from things where tenant_id = ${viewer.tenantId}::uuid and deleted_at is null`
    : sql`select count(*)::int from (select distinct thing_id from (${boundThingIds(viewer)}) b) d`;
}

const fromState = (viewer: Viewer, conditions: Conditions) =>
  sql`from thing_state s where true${isBound(viewer, 's.thing_id')}${allOf(conditions)}`;

const isBound = (viewer: Viewer, id: string) =>
  seesTenant(viewer) ? sql`` : sql` and ${sql.ref(id)} in (${boundThingIds(viewer)})`;

const allOf = ({ ofThing, ofState }: Conditions) =>
  [...ofThing, ...ofState].reduce<RawBuilder<unknown>>((all, each) => sql`${all} and ${each}`, sql``);
