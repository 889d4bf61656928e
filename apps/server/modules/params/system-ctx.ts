import type { PublicCtx } from '../../platform/ctx.ts';
import type { Services } from '../../platform/services.ts';

/** The context of what the job runner does: no caller, no address. */
export function systemCtx(services: Pick<Services, 'log'>, now: Date): PublicCtx {
  return { caller: null, now, ip: '', requestId: '', log: services.log };
}
