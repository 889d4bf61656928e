import * as contract from '@voltloop/contract';
import type { Http } from '../../../platform/http.ts';
import type { Services } from '../../../platform/services.ts';
import { createTenant, renewSetUp } from './create-tenant.ts';
import { readTenant, readTenants } from './read-tenants.ts';
import { setTenantState } from './set-state.ts';
import { setTenantLimits, setTenantOfflineAfter, setTenantRetention } from './tenant-settings.ts';

/** Contract route → verb; served where OPERATOR_TOKEN is set. */
export function tenantRoutes(http: Http, services: Services): void {
  http.implement(contract.listTenants, () => readTenants(services));
  http.implement(contract.getTenant, (ctx, { params }) => readTenant(services, params.id, ctx.now));
  http.implement(contract.createTenant, (ctx, { body }, { reply }) => {
    reply.header('cache-control', 'no-store');
    return createTenant(services, ctx, body);
  });
  http.implement(contract.renewTenantSetUp, (ctx, { params }, { reply }) => {
    reply.header('cache-control', 'no-store');
    return renewSetUp(services, ctx, params.id);
  });
  http.implement(contract.setTenantLimits, (ctx, { params, body }) =>
    setTenantLimits(services, ctx, params.id, body),
  );
  http.implement(contract.setTenantRetention, (ctx, { params, body }) =>
    setTenantRetention(services, ctx, params.id, body),
  );
  http.implement(contract.setTenantOfflineAfter, (ctx, { params, body }) =>
    setTenantOfflineAfter(services, ctx, params.id, body.offline_after_s),
  );
  http.implement(contract.setTenantState, (ctx, { params, body }) =>
    setTenantState(services, ctx, params.id, body.disabled),
  );
}
