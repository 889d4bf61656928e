import * as contract from '@voltloop/contract';
import { normalise } from '@voltloop/domain/battery-code/index.ts';
import { notFound } from '../../../../platform/errors.ts';
import type { Http } from '../../../../platform/http.ts';
import type { Services } from '../../../../platform/services.ts';
import { batteryTree, byCode } from './store.ts';

/** Calls of batteries beyond those of their resource → verbs. */
export function batteryRoutes(http: Http, { db }: Services): void {
  http.implement(contract.batteryTree, (ctx, { query }) => batteryTree(db, ctx, query));
  http.implement(contract.findBatteryByCode, async (ctx, { query }) => {
    const found = await byCode(db, ctx.caller.tenantId, normalise(query.code));
    if (!found) throw notFound();
    return found;
  });
}
