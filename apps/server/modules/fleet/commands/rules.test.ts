import { type CommandState, type CommandStep, commandStates, commandSteps } from '@voltloop/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { after, clampWait, decideReply, isPending, life_ms, pendingStates, resendDelay_ms } from './rules.ts';

describe('the life of a command', () => {
  it('follows exactly this table', () => {
    const arrows = commandStates.flatMap((from) =>
      (['send', 'answer', 'fail', 'expire'] as const).flatMap((step) => {
        const to = after(from, step);
        return to ? [`${from} ${step} ${to}`] : [];
      }),
    );
    expect(arrows).toEqual([
      'queued send sent',
      'queued answer answered',
      'queued fail failed',
      'queued expire expired',
      'sent send sent',
      'sent answer answered',
      'sent fail failed',
      'sent expire expired',
    ]);
  });

  it('is pending only as queued and sent', () => {
    expect(pendingStates).toEqual(['queued', 'sent']);
    expect(commandStates.filter(isPending)).toEqual(['queued', 'sent']);
  });

  it('leads from every pending state to a final one, and from no final state', () => {
    for (const state of commandStates) {
      if (isPending(state)) expect(after(state, 'expire')).toBe('expired');
      else expect(Object.keys(commandSteps[state])).toEqual([]);
    }
  });
});

describe('decideReply', () => {
  const sent = { state: 'sent' as const, expires_ms: 1000, hasReply: false };

  it.each<[string, Parameters<typeof decideReply>, ReturnType<typeof decideReply>]>([
    ['settles a sent command', [sent, { ok: true }, 999], { what: 'settle', state: 'answered' }],
    ['keeps a refusal', [sent, { ok: false }, 999], { what: 'settle', state: 'failed' }],
    [
      'may arrive before the command is marked as sent',
      [{ ...sent, state: 'queued' }, { ok: true }, 0],
      { what: 'settle', state: 'answered' },
    ],
    ['is late from the expiry on', [sent, { ok: true }, 1000], { what: 'late' }],
    ['is also late after the sweep', [{ ...sent, state: 'expired' }, { ok: true }, 2000], { what: 'late' }],
    [
      'is stored once when late',
      [{ ...sent, state: 'expired', hasReply: true }, { ok: true }, 2000],
      { what: 'ignore' },
    ],
    [
      'is ignored when it is a duplicate',
      [{ ...sent, state: 'answered', hasReply: true }, { ok: false }, 0],
      { what: 'ignore' },
    ],
    [
      'never turns a failure into an answer',
      [{ ...sent, state: 'failed', hasReply: true }, { ok: true }, 0],
      { what: 'ignore' },
    ],
  ])('%s', (_what, input, expected) => {
    expect(decideReply(...input)).toEqual(expected);
  });
});

/** The ledger as a value: the same decisions as the verbs, without a database. */
class Ledger {
  state: CommandState = 'queued';
  hasReply = false;
  readonly expires_ms: number;
  /** Every transition to a final state. */
  ends: CommandState[] = [];
  lateReplies = 0;

  constructor(expires_ms: number) {
    this.expires_ms = expires_ms;
  }

  #step(step: CommandStep): void {
    const to = after(this.state, step);
    if (!to) return;
    this.state = to;
    if (!isPending(to)) this.ends.push(to);
  }

  send(now_ms: number): void {
    if (now_ms < this.expires_ms) this.#step('send');
  }

  sweep(now_ms: number): void {
    if (now_ms >= this.expires_ms) this.#step('expire');
    else this.send(now_ms);
  }

  reply(ok: boolean, now_ms: number): void {
    const decision = decideReply(this, { ok }, now_ms);
    if (decision.what === 'settle') {
      this.state = decision.state;
      this.ends.push(decision.state);
      this.hasReply = true;
    }
    if (decision.what === 'late') {
      this.hasReply = true;
      this.lateReplies++;
    }
  }
}

describe('in any sequence of steps', () => {
  const happening = fc.oneof(
    fc.constant({ what: 'send' as const }),
    fc.record({ what: fc.constant('reply' as const), ok: fc.boolean() }),
    fc.constant({ what: 'sweep' as const }),
    fc.record({ what: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 400 }) }),
  );

  it('a command ends at most once, never changes its final state, and is never stuck', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
        const ledger = new Ledger(1000);
        let now_ms = 0;
        let end: CommandState | null = null;
        for (const h of happenings) {
          if (h.what === 'wait') now_ms += h.ms;
          else if (h.what === 'reply') ledger.reply(h.ok, now_ms);
          else ledger[h.what](now_ms);
          if (end) expect(ledger.state).toBe(end);
          else if (!isPending(ledger.state)) end = ledger.state;
        }
        // After a kill or a restart, one sweep after its deadline ends it.
        ledger.sweep(2000);
        expect(isPending(ledger.state)).toBe(false);
        expect(ledger.ends.length + (ledger.state === 'expired' && ledger.ends.length === 0 ? 1 : 0)).toBe(1);
        expect(ledger.lateReplies).toBeLessThanOrEqual(1);
        // No reply in time is ever discarded because of an expiry.
        if (ledger.state === 'expired') expect(ledger.ends).toEqual(['expired']);
      }),
      { numRuns: 500 },
    );
  });
});

describe('times', () => {
  it('keeps the timeout between 1 and 30 s', () => {
    expect([0, -5, 999, 1000, 30_000, 30_001, 1e9].map(clampWait)).toEqual([
      1000, 1000, 1000, 1000, 30_000, 30_000, 30_000,
    ]);
  });

  it('ends a command with its waiting caller, and one without a caller after ten minutes', () => {
    expect(life_ms({ async: false, timeout_ms: 5000 })).toBe(5000);
    expect(life_ms({ async: true, timeout_ms: 5000 })).toBe(600_000);
  });

  it('sends again with growing pauses', () => {
    expect([0, 1, 2, 3, 6, 40].map(resendDelay_ms)).toEqual([2000, 2000, 4000, 8000, 60_000, 60_000]);
  });
});
