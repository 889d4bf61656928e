import { type AccountRow, actingAs } from '../../../modules/people/accounts/index.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Services } from '../../../platform/services.ts';

/** The context of an account of the demo's business at a past time. */
export const demoCtx = ({ log }: Pick<Services, 'log'>, account: AccountRow, now: Date): Ctx => ({
  caller: actingAs(account),
  now,
  ip: '',
  requestId: 'demo',
  log,
});
