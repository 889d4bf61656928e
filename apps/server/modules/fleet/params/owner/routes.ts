import * as contract from '@voltloop/contract';
import type { Http } from '../../../../platform/http.ts';
import { goneSignal } from '../../../../platform/reply-stream.ts';
import type { Core } from '../core.ts';
import { readOwnerControl, refreshOwnerControl, setOwnerControl, setThingLimits } from './owner-control.ts';
import { readAccountLimits, setAccountLimits } from './save-limits.ts';

/** @param begun Called when there is new work for the runner. */
export function ownerRoutes(http: Http, core: Core, begun: () => void): void {
  http.implement(contract.getOwnerControl, (ctx, { params }) => readOwnerControl(core, ctx, params.thingsId));
  http.implement(contract.readOwnerControl, (ctx, { params }, { reply }) => {
    return refreshOwnerControl(core, ctx, {
      thing: params.thingsId,
      signal: goneSignal(reply.raw),
    });
  });
  http.implement(contract.setOwnerControl, async (ctx, { params, body }) => {
    const control = await setOwnerControl(core, ctx, params.thingsId, body);
    begun();
    return control;
  });
  http.implement(contract.putThingOwnerLimits, (ctx, { params, body }) =>
    setThingLimits(core, ctx, params.thingsId, body),
  );
  http.implement(contract.getAccountOwnerLimits, (ctx, { params }) =>
    readAccountLimits(core, ctx, params.userId),
  );
  http.implement(contract.putAccountOwnerLimits, (ctx, { params, body }) =>
    setAccountLimits(core, ctx, params.userId, body),
  );
}
