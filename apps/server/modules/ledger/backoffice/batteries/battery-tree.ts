import type { BatteryNode, BatteryTree } from '@voltloop/contract';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Db } from '../../../../platform/db.ts';
import { notFound } from '../../../../platform/errors.ts';
import { countsBelow, nodesOf, partsBelow, partsOf, pathTo } from './store.ts';

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
