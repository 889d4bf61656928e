import type { listRejects, ParamsOf, QueryOf, ReplyOf } from '@voltloop/contract';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { pageWindow } from '../../platform/paging.ts';
import { checkTenant } from '../accounts/index.ts';
import type { Things } from '../things/index.ts';
import { rejectedDevices, rejectPage, rejectReasonCounts } from './questions.ts';

/** A page of rejects of the things a caller sees, newest first, and how many there are by reason. */
export async function readRejects(
  deps: { clickhouse: ClickHouse; things: Pick<Things, 'find' | 'visibleDevids'> },
  ctx: Ctx,
  input: { params: ParamsOf<typeof listRejects>; query: QueryOf<typeof listRejects> },
): Promise<ReplyOf<typeof listRejects>> {
  checkTenant(ctx.caller, input.params.tenantId);
  const devids = input.query.devid
    ? [(await deps.things.find(ctx.caller, input.query.devid)).devid]
    : await visibleRejected(deps, ctx);
  const window = pageWindow(input.query, 1000);
  const [list, counts] = await Promise.all([
    deps.clickhouse.ask(rejectPage, { devids, limit: window.limit, offset: window.offset }),
    deps.clickhouse.ask(rejectReasonCounts, { devids }),
  ]);
  return {
    list,
    total: counts.reduce((sum, c) => sum + c.rejects, 0),
    current_page: window.current_page,
    page_size: window.page_size,
    reasons: Object.fromEntries(counts.map((c) => [c.name, c.rejects])),
  };
}

/** Few devices have rejects, many are visible: the two meet here. */
async function visibleRejected(
  deps: { clickhouse: ClickHouse; things: Pick<Things, 'visibleDevids'> },
  ctx: Ctx,
): Promise<string[]> {
  const visible = await deps.things.visibleDevids(ctx.caller);
  const rejected = await deps.clickhouse.ask(rejectedDevices);
  return rejected.map((r) => r.devid).filter((devid) => visible === 'all' || visible.has(devid));
}
