import { type CommandState, type CommandStep, commandStates, commandSteps } from '@voltloop/contract';

/** The next state after a step; null when the table has no such step. */
export function after(state: CommandState, step: CommandStep): CommandState | null {
  const steps: Partial<Record<CommandStep, CommandState>> = commandSteps[state];
  return steps[step] ?? null;
}

/** States in which a command still waits for its reply: those that can be sent. */
export const pendingStates: readonly CommandState[] = commandStates.filter((s) => after(s, 'send') !== null);

export const isPending = (state: CommandState): boolean => pendingStates.includes(state);

/**
 * The effect of a reply on a command: settles it, is late (stored once, changes nothing), or is a duplicate.
 * @param now_ms Receive time of the reply, epoch ms.
 */
export function decideReply(
  command: { state: CommandState; expires_ms: number; hasReply: boolean },
  reply: { ok: boolean },
  now_ms: number,
): { what: 'settle'; state: CommandState } | { what: 'late' } | { what: 'ignore' } {
  const overdue = isPending(command.state) && command.expires_ms <= now_ms;
  const state = overdue ? after(command.state, 'expire') : command.state;
  if (!state) return { what: 'ignore' };
  const settled = after(state, reply.ok ? 'answer' : 'fail');
  if (settled) return { what: 'settle', state: settled };
  return (state === 'expired' || state === 'cancelled') && !command.hasReply
    ? { what: 'late' }
    : { what: 'ignore' };
}

/** Limits of the time that a call waits for the answer (interpretation C18), ms. */
export const MIN_WAIT_MS = 1000;
export const MAX_WAIT_MS = 30_000;
/** Lifetime of a command without a waiting caller, ms. */
export const UNWAITED_LIFE_MS = 10 * 60_000;

export const clampWait = (timeout_ms: number): number =>
  Math.min(Math.max(timeout_ms, MIN_WAIT_MS), MAX_WAIT_MS);

/**
 * When a command without a reply expires, ms from its creation. One with a waiting caller expires with the wait:
 * a device must not execute later a command that was reported as failed.
 */
export function life_ms(options: { async: boolean; timeout_ms: number }): number {
  return options.async ? UNWAITED_LIFE_MS : clampWait(options.timeout_ms);
}

const RESEND_FIRST_MS = 2000;
const RESEND_MAX_MS = 60_000;

/** Pause before a command is sent again, after `attempts` sendings: 2 s, 4 s, … 60 s. */
export function resendDelay_ms(attempts: number): number {
  return Math.min(RESEND_FIRST_MS * 2 ** Math.max(attempts - 1, 0), RESEND_MAX_MS);
}
