import { describe, expect, it } from 'vitest';
import { Phases } from './phases.ts';

const phases = new Phases<'lost' | 'asking' | 'writing' | 'queued' | 'left' | 'set'>([
  [['lost'], 'failed'],
  [['asking', 'writing'], 'underWay'],
  [['queued'], 'waiting'],
  [['left'], 'dropped'],
  [['set'], 'succeeded'],
]);

describe('the states of a kind of job', () => {
  it('are unfinished while a job waits or is in progress', () => {
    expect(phases.open()).toEqual(['asking', 'writing', 'queued']);
    expect((['asking', 'queued', 'left', 'set'] as const).map((state) => phases.isOpen(state))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
  it('are found by phase, in the order of the table', () => {
    expect(phases.of('dropped', 'failed')).toEqual(['lost', 'left']);
    expect(phases.waiting).toBe('queued');
  });
  it('have the rank of their row in a list', () => {
    expect(Object.fromEntries(phases.ranks())).toEqual({
      lost: 0,
      asking: 1,
      writing: 1,
      queued: 2,
      left: 3,
      set: 4,
    });
  });
  it('are counted, and states without jobs count as none', () => {
    expect(phases.totals({ lost: 2, writing: 3, set: 5 })).toEqual({ total: 10, open: 3 });
    expect(phases.totals({})).toEqual({ total: 0, open: 0 });
  });
  it('include one in which a job waits', () => {
    expect(() => new Phases([[['set'], 'succeeded']]).waiting).toThrow(RangeError);
  });
});
