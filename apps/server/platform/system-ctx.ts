import type { PublicCtx } from './ctx.ts';
import type { Services } from './services.ts';

/** The context of what devices, timers and jobs do: no caller, no address. */
export function systemCtx({ log }: Pick<Services, 'log'>, now: Date): PublicCtx {
  return { caller: null, now, ip: '', requestId: '', log };
}
