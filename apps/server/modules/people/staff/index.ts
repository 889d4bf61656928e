import type * as contract from '@voltloop/contract';
import type { BodyOf, StaffDetail } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Sessions } from '../sessions/index.ts';
import { updateStaff } from './change-staff.ts';
import type { Core } from './core.ts';
import { staffRoutes } from './routes.ts';

/** The accounts of the back office. */
export interface Staff extends Module {
  /** Changes a staff account, including its role. @throws forbidden, notFound, validation, conflict */
  updateStaff(ctx: Ctx, id: string, input: BodyOf<typeof contract.updateStaff>): Promise<StaffDetail>;
}

export function createStaffModule(services: Services, accounts: Accounts, sessions: Sessions): Staff {
  const core: Core = { services, accounts, sessions };
  return {
    updateStaff: (ctx, id, input) => updateStaff(core, ctx, id, input),
    routes: (http) => staffRoutes(http, core),
  };
}
