import type { PublicCtx } from './ctx.ts';
import type { Services } from './services.ts';

/** The context of work for devices, timers and jobs: no caller, no address. */
export function systemCtx({ log }: Pick<Services, 'log'>, now: Date): PublicCtx {
  return { caller: null, now, ip: '', requestId: '', log };
}
