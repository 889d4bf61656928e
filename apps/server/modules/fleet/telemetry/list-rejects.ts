import type { listRejects, ParamsOf, QueryOf, ReplyOf } from '@voltloop/contract';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { paged, pageWindow } from '../../../platform/paging.ts';
import type { Things, VisibleKey } from '../things/index.ts';
import { rejectedDevices, rejectPage, rejectReasonCounts } from './queries.ts';

/** A page of rejects of the caller's things, newest first, with counts by reason. */
export async function readRejects(
  deps: { clickhouse: ClickHouse; things: Pick<Things, 'find' | 'visibleDevids' | 'visibleKeys'> },
  ctx: Ctx,
  input: { params: ParamsOf<typeof listRejects>; query: QueryOf<typeof listRejects> },
): Promise<ReplyOf<typeof listRejects>> {
  const of = input.query.devid
    ? [await deps.things.find(ctx.caller, input.query.devid)]
    : await visibleRejected(deps, ctx);
  const params = { devids: of.map((t) => t.devid), since: of.map((t) => t.visibleFrom_ms) };
  const window = pageWindow(input.query, 1000);
  const [list, counts] = await Promise.all([
    deps.clickhouse.query(rejectPage, { ...params, limit: window.limit, offset: window.offset }),
    deps.clickhouse.query(rejectReasonCounts, params),
  ]);
  const total = counts.reduce((sum, c) => sum + c.rejects, 0);
  const reasons = Object.fromEntries(counts.map((c) => [c.name, c.rejects]));
  return paged({ list, total, reasons }, window);
}

/** Few devices have rejects, many are visible: they are intersected here. */
async function visibleRejected(
  deps: { clickhouse: ClickHouse; things: Pick<Things, 'visibleDevids' | 'visibleKeys'> },
  ctx: Ctx,
): Promise<Pick<VisibleKey, 'devid' | 'visibleFrom_ms'>[]> {
  const rejected = new Set((await deps.clickhouse.query(rejectedDevices)).map((r) => r.devid));
  if ((await deps.things.visibleDevids(ctx.caller)) === 'all')
    return [...rejected].map((devid) => ({ devid, visibleFrom_ms: 0 }));
  const visible = await deps.things.visibleKeys(ctx.caller);
  return visible.filter(({ devid }) => rejected.has(devid));
}
