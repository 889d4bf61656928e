import * as contract from '@voltloop/contract';
import type { Http } from '../../platform/http.ts';
import { checkTenant } from '../accounts/index.ts';
import type { Core } from './core.ts';
import { createStaff } from './create-staff.ts';
import { exportStaff } from './export-staff.ts';
import { describeListed, listStaff, listStaffRoles, readStaff } from './list-staff.ts';
import { managedStaff } from './managed-staff.ts';
import { updateStaff } from './update-staff.ts';

/**
 * Contract route → verb: staff of the back office. The tenant of the path must be the caller's (interpretation C13).
 */
export function staffRoutes(http: Http, core: Core): void {
  http.implement(contract.listStaff, (ctx, { params, query }) => {
    checkTenant(ctx.caller, params.tenantId);
    return listStaff(core, ctx, query);
  });
  http.implement(contract.exportStaff, (ctx, { params, query }, { reply }) => {
    checkTenant(ctx.caller, params.tenantId);
    return exportStaff(core, ctx, query, reply);
  });
  http.implement(contract.listStaffRoles, (ctx, { params }) => {
    checkTenant(ctx.caller, params.tenantId);
    return listStaffRoles(core, ctx);
  });
  http.implement(contract.getStaff, (ctx, { params }) => {
    checkTenant(ctx.caller, params.tenantId);
    return readStaff(core, ctx, params.id);
  });
  http.implement(contract.createStaff, (ctx, { params, body }) => {
    checkTenant(ctx.caller, params.tenantId);
    return createStaff(core, ctx, body);
  });
  http.implement(contract.updateStaff, (ctx, { params, body }) => {
    checkTenant(ctx.caller, params.tenantId);
    return updateStaff(core, ctx, params.id, body);
  });
  http.implement(contract.setStaffState, async (ctx, { params, body }) => {
    checkTenant(ctx.caller, params.tenantId);
    await core.accounts.setState(ctx, params.id, body.disabled, managedStaff);
    return describeListed(core, ctx, params.id);
  });
  http.implement(contract.deleteStaff, async (ctx, { params }) => {
    checkTenant(ctx.caller, params.tenantId);
    await core.accounts.deleteAccount(ctx, params.id, managedStaff);
    return null;
  });
  http.implement(contract.resetStaffPassword, async (ctx, { params, body }) => {
    checkTenant(ctx.caller, params.tenantId);
    await core.accounts.resetPassword(ctx, params.id, body.password, managedStaff);
    return null;
  });
  http.implement(contract.resetStaffTwoFactor, async (ctx, { params }) => {
    checkTenant(ctx.caller, params.tenantId);
    await core.sessions.resetSecondFactor(ctx, params.id, managedStaff);
    return null;
  });
}
