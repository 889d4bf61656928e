import * as contract from '@voltloop/contract';
import type { Http } from '../../platform/http.ts';
import type { Core } from './core.ts';
import { listUsers, readUser } from './list-users.ts';
import { checkTenant } from './visibility.ts';

/** Contract route → verb, of sub-accounts. The tenant of the path must be the caller's own (decisions C13). */
export function userRoutes(http: Http, core: Core): void {
  http.implement(contract.listUsers, (ctx, { params, query }) => {
    checkTenant(ctx.caller, params.tenantId);
    return listUsers(core, ctx, query);
  });
  http.implement(contract.getUser, (ctx, { params }) => {
    checkTenant(ctx.caller, params.tenantId);
    return readUser(core, ctx, params.id);
  });
}
