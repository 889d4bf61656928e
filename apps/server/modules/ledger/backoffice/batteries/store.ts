import type { BatteryNode, BatteryTree } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Db } from '../../../../platform/db.ts';
import { notFound } from '../../../../platform/errors.ts';

/** A pack contains modules, a module cells: no tree is deeper. */
const MAX_DEPTH = 2;

const node = sql`b.id, b.battery_code as "batteryCode", b.product_type as "productType", b.chemistry, b.state,
  b.parent_id as "parentId",
  (select count(*)::int from batteries c where c.parent_id = b.id and c.deleted_at is null) as children`;

/** Ids from the root of a battery's tree down to it; empty if it is not the tenant's. */
export async function pathTo(db: Db, tenantId: string, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive up as (
      select id, parent_id, 0 as steps from batteries
        where id = ${id}::uuid and tenant_id = ${tenantId}::uuid and deleted_at is null
      union all
      select b.id, b.parent_id, up.steps + 1 from batteries b join up on b.id = up.parent_id
        where b.tenant_id = ${tenantId}::uuid and b.deleted_at is null and up.steps < ${MAX_DEPTH}
    )
    select id from up order by steps desc`.execute(db);
  return rows.map((row) => row.id);
}

/** Batteries as nodes of their tree, the first at depth 0 and each a part of the previous one. */
export async function nodesOf(db: Db, ids: readonly string[]): Promise<BatteryNode[]> {
  const { rows } = await sql<BatteryNode>`
    select ${node}, (way.place - 1)::int as depth
    from unnest(${[...ids]}::uuid[]) with ordinality way (id, place) join batteries b on b.id = way.id
    order by way.place`.execute(db);
  return rows;
}

/** The number of parts of a root by product type and state; the root itself counts at depth 0. */
export async function countsBelow(
  db: Db,
  rootId: string,
): Promise<{ productType: number | null; state: string; depth: number; count: number }[]> {
  const { rows } = await sql<{ productType: number | null; state: string; depth: number; count: number }>`
    with recursive down as (
      select id, product_type, state, 0 as depth from batteries where id = ${rootId}::uuid
      union all
      select b.id, b.product_type, b.state, down.depth + 1 from batteries b join down on b.parent_id = down.id
        where b.deleted_at is null and down.depth < ${MAX_DEPTH}
    )
    select product_type as "productType", state, least(depth, 1) as depth, count(*)::int as count
      from down group by 1, 2, 3`.execute(db);
  return rows;
}

/** A page of all parts below a root, each whole before its parts, by code. */
export async function partsBelow(
  db: Db,
  rootId: string,
  window: { offset: number; limit: number },
): Promise<BatteryNode[]> {
  const { rows } = await sql<BatteryNode>`
    with recursive down as (
      select id, 0 as depth, array[]::text[] as place from batteries where id = ${rootId}::uuid
      union all
      select b.id, down.depth + 1, down.place || b.battery_code from batteries b join down on b.parent_id = down.id
        where b.deleted_at is null and down.depth < ${MAX_DEPTH}
    ), chosen as (
      select id, depth, place from down where depth > 0 order by place offset ${window.offset} limit ${window.limit}
    )
    select ${node}, chosen.depth from chosen join batteries b on b.id = chosen.id order by chosen.place`.execute(
    db,
  );
  return rows;
}

/** A page of the direct parts of a battery, by code. */
export async function partsOf(
  db: Db,
  id: string,
  depth: number,
  window: { offset: number; limit: number },
): Promise<BatteryNode[]> {
  const { rows } = await sql<BatteryNode>`
    select ${node}, ${depth + 1}::int as depth from batteries b where b.parent_id = ${id}::uuid and b.deleted_at is null
      order by b.battery_code offset ${window.offset} limit ${window.limit}`.execute(db);
  return rows;
}

/** The battery with a code, unless it is deleted. */
export async function byCode(db: Db, tenantId: string, code: string) {
  const { rows } = await sql<{ id: string; batteryCode: string; productType: number | null; state: string }>`
    select id, battery_code as "batteryCode", product_type as "productType", state from batteries
      where tenant_id = ${tenantId}::uuid and battery_code = ${code} and deleted_at is null`.execute(db);
  return rows[0];
}

/**
 * The tree of a battery, from its root, and a page of its parts.
 * @throws notFound, also for an `under` outside this tree
 */
export async function batteryTree(
  db: Db,
  ctx: Ctx,
  input: { id: string; under?: string | undefined; page: number; size: number },
): Promise<BatteryTree> {
  const { id, under, page, size } = input;
  const { tenantId } = ctx.caller;
  const ids = await pathTo(db, tenantId, id);
  const [rootId] = ids;
  if (rootId === undefined) throw notFound();
  const above = under === undefined ? ids : await pathTo(db, tenantId, under);
  if (above[0] !== rootId) throw notFound();

  const window = { offset: (page - 1) * size, limit: size };
  const [way, counted, list] = await Promise.all([
    nodesOf(db, under === undefined || ids.includes(under) ? ids : [...ids, under]),
    countsBelow(db, rootId),
    under === undefined ? partsBelow(db, rootId, window) : partsOf(db, under, above.length - 1, window),
  ]);
  const path = way.slice(0, ids.length);
  const sum = (some: typeof counted) => some.reduce((total, each) => total + each.count, 0);
  const below = counted.filter((each) => each.depth > 0);
  const states = [...new Set(counted.map((each) => each.state))];
  return {
    root: path[0] as BatteryNode,
    path,
    counts: {
      modules: sum(below.filter((each) => each.productType === 2)),
      cells: sum(below.filter((each) => each.productType === 3)),
      states: Object.fromEntries(
        states.map((state) => [state, sum(counted.filter((each) => each.state === state))]),
      ),
    },
    list,
    total: under === undefined ? sum(below) : (way.find((each) => each.id === under)?.children ?? 0),
    page,
    size,
  };
}
