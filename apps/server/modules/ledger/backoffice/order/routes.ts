import * as contract from '@voltloop/contract';
import { order } from '@voltloop/resources/order/order.resource.ts';
import { notFound } from '../../../../platform/errors.ts';
import type { Http } from '../../../../platform/http.ts';
import { type Core, findById, findPage, type Row, takeStep } from '../../../records/resources/index.ts';
import { readProgress } from './read-progress.ts';
import { readStock } from './read-stock.ts';
import { settleDelivery } from './settle-delivery.ts';

type Order = contract.ReplyOf<typeof contract.findOrderByNo>;
/** The fields of a row follow from the declaration at run time, which the compiler does not know; tests check replies. */
const asOrder = (row: Row | undefined) => row as unknown as Order;

/** The calls of orders in addition to those of every resource: one of the specification, others that it lacks (interpretation A54, decision 32). */
export function orderRoutes(http: Http, core: Core): void {
  http.implement(contract.findOrderByNo, async (ctx, { query: { orderNo } }) => {
    const filter = [{ field: 'orderNo', op: 'equals', value: orderNo } as const];
    const { list } = await findPage(core, ctx, order, { page: 1, size: 1, filter, named: {} });
    if (!list[0]) throw notFound();
    return asOrder(await findById(core, ctx, order, list[0].id));
  });
  http.implement(contract.orderProgress, (ctx, { query: { id } }) =>
    readProgress(core.services.db, ctx.caller.tenantId, id),
  );
  http.implement(contract.orderStock, (ctx, { query: { id } }) => readStock(core.services.db, ctx, id));
  http.implement(contract.settleDelivery, (ctx, { body }) => settleDelivery(core.services.db, ctx, body));
  http.implement(contract.cancelOrder, async (ctx, { body: { id } }) => {
    const [row] = await takeStep(core, ctx, order, { ids: [id], step: 'cancel' });
    return asOrder(row);
  });
}
