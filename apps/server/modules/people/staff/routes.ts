import * as contract from '@voltloop/contract';
import type { Http } from '../../../platform/http.ts';
import { sendTable } from '../../../platform/table-export.ts';
import { createStaff, updateStaff } from './change-staff.ts';
import type { Core } from './core.ts';
import { describeListed, listStaff, listStaffRoles, openStaffExport, readStaff } from './list-staff.ts';
import { managedStaff } from './managed-staff.ts';

/** Contract route → verb: staff of the back office. */
export function staffRoutes(http: Http, core: Core): void {
  http.implement(contract.listStaff, (ctx, { query }) => listStaff(core, ctx, query));
  http.implement(contract.exportStaff, async (ctx, { query }, { reply }) =>
    sendTable(reply, await openStaffExport(core, ctx, query)),
  );
  http.implement(contract.listStaffRoles, (ctx) => listStaffRoles(core, ctx));
  http.implement(contract.getStaff, (ctx, { params }) => readStaff(core, ctx, params.id));
  http.implement(contract.createStaff, (ctx, { body }) => createStaff(core, ctx, body));
  http.implement(contract.updateStaff, (ctx, { params, body }) => updateStaff(core, ctx, params.id, body));
  http.implement(contract.setStaffState, async (ctx, { params, body }) => {
    await core.accounts.setState(ctx, params.id, body.disabled, managedStaff);
    return describeListed(core, ctx, params.id);
  });
  http.implement(contract.deleteStaff, async (ctx, { params }) => {
    await core.accounts.deleteAccount(ctx, params.id, managedStaff);
    return null;
  });
  http.implement(contract.resetStaffPassword, async (ctx, { params, body }) => {
    await core.accounts.resetPassword(ctx, params.id, body.password, managedStaff);
    return null;
  });
  http.implement(contract.resetStaffTwoFactor, async (ctx, { params }) => {
    await core.sessions.resetSecondFactor(ctx, params.id, managedStaff);
    return null;
  });
}
