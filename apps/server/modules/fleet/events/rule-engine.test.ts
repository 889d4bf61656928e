import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FaultFrame, KnownFaults } from './known-faults.ts';
import { KnownRules, RuleSet, type StoredState } from './known-rules.ts';
import {
  isBack,
  isBeyond,
  MAX_GAP_MS,
  type Rule,
  type RuleState,
  ruleCode,
  shownRule,
  step,
} from './rule-engine.ts';

const MINUTE = 60_000;
const rule = (more: Partial<Rule> = {}): Rule => ({
  id: 'hot',
  version: 1,
  point: 'M_CELL_T_MAX',
  comparison: 'above',
  threshold: 45,
  hysteresis: 5,
  delay_ms: 0,
  clear_delay_ms: 0,
  level: 2,
  name_en: 'Hot',
  name_zh: '过热',
  ...more,
});

/** Whether the rule is active after each of the readings, given as [minute, value]. */
function walk(of: Rule, readings: [number, number][]): boolean[] {
  let state: RuleState | undefined;
  return readings.map(([minute, value]) => {
    state = step(of, state, minute * MINUTE, value);
    return state?.on ?? false;
  });
}

describe('a rule', () => {
  it('begins beyond the threshold and ends past the hysteresis, on both sides', () => {
    expect(
      walk(rule(), [
        [0, 45],
        [1, 45.1],
        [2, 41],
        [3, 40],
        [4, 44],
      ]),
    ).toEqual([false, true, true, false, false]);
    const low = rule({ comparison: 'below', threshold: 20, hysteresis: 2 });
    expect(
      walk(low, [
        [0, 20],
        [1, 19.9],
        [2, 21.9],
        [3, 22],
        [4, 21],
      ]),
    ).toEqual([false, true, true, false, false]);
  });

  it('without hysteresis ends at the threshold', () => {
    expect(
      walk(rule({ hysteresis: 0 }), [
        [0, 45.1],
        [1, 45],
      ]),
    ).toEqual([true, false]);
  });

  it('waits for its delay in device time, and restarts the delay after a dip', () => {
    const slow = rule({ delay_ms: 5 * MINUTE });
    expect(
      walk(slow, [
        [0, 50],
        [4, 50],
        [5, 50],
      ]),
    ).toEqual([false, false, true]);
    expect(
      walk(slow, [
        [0, 50],
        [4, 45],
        [5, 50],
        [9, 50],
        [10, 50],
      ]),
    ).toEqual([false, false, false, false, true]);
  });

  it('ends only when the value has been back for the clear delay', () => {
    const sticky = rule({ clear_delay_ms: 3 * MINUTE });
    expect(
      walk(sticky, [
        [0, 50],
        [1, 30],
        [2, 44],
        [3, 30],
        [5, 30],
        [6, 30],
      ]),
    ).toEqual([true, true, true, true, true, false]);
  });

  it('is not triggered by two readings with a long silence between them', () => {
    const slow = rule({ delay_ms: 5 * MINUTE });
    const gap = MAX_GAP_MS / MINUTE + 1;
    expect(
      walk(slow, [
        [0, 50],
        [gap, 50],
        [gap + 5, 50],
      ]),
    ).toEqual([false, false, true]);
  });

  it('ignores readings older than the newest', () => {
    const state: RuleState = { on: true, since_ms: null, seen_ms: 10 * MINUTE };
    expect(step(rule(), state, 9 * MINUTE, 0)).toBe(state);
  });

  it('is never beyond and back at once', () => {
    const sides = fc.constantFrom('above' as const, 'below' as const);
    fc.assert(
      fc.property(
        fc.double({ noNaN: true }),
        fc.integer({ min: 0, max: 50 }),
        sides,
        (value, hysteresis, comparison) => {
          const any = rule({ hysteresis, comparison });
          expect(isBeyond(any, value) && isBack(any, value)).toBe(false);
        },
      ),
    );
  });
});

describe('several rules on one side of a point', () => {
  it('show the most severe, and of equally severe ones the one with the farther threshold', () => {
    const warm = rule({ id: 'warm', level: 1, threshold: 40 });
    const hot = rule({ id: 'hot', level: 3, threshold: 45 });
    const hotter = rule({ id: 'hotter', level: 3, threshold: 50 });
    expect(shownRule([])).toBeNull();
    expect(shownRule([warm, hot])).toBe(hot);
    expect(shownRule([hotter, warm, hot])).toBe(hotter);
    const cold = rule({ id: 'a', comparison: 'below', threshold: 0 });
    const colder = rule({ id: 'b', comparison: 'below', threshold: -5 });
    expect(shownRule([cold, colder])).toBe(colder);
  });

  it('escalate and step down as one event of one code', () => {
    const warm = rule({ id: 'warm', level: 2, threshold: 40, hysteresis: 0 });
    const hot = rule({ id: 'hot', level: 3, threshold: 50, hysteresis: 0 });
    const known = new KnownFaults('t', [], 0, 0, new KnownRules(new RuleSet([warm, hot]), [], 0));
    const update = (time_ms: number, value: number) =>
      known
        .update(frame(time_ms, value))
        .flatMap((c) => (c.what === 'keep' ? [] : [`${c.what} ${c.rule?.id ?? ''}`]));
    expect(update(1, 45)).toEqual(['raise warm']);
    expect(update(2, 55)).toEqual(['clear ', 'raise hot']);
    expect(update(3, 45)).toEqual(['clear ', 'raise warm']);
    expect(update(4, 30)).toEqual(['clear ']);
    expect(known.isActive('M_CELL_T_MAX.above')).toBe(false);
  });
});

const frame = (time_ms: number, value: number, quality: 0 | 1 = 0): FaultFrame => ({
  thing: { id: 't' },
  devid: 'D',
  time_ms,
  received_ms: 1e12,
  quality,
  data: { M_CELL_T_MAX: value },
  packs: [],
});

describe('any history of readings', () => {
  const rules = [
    rule({ id: 'a', level: 1, threshold: 10, hysteresis: 2 }),
    rule({ id: 'b', level: 2, threshold: 14, hysteresis: 3, delay_ms: 3 }),
    rule({ id: 'c', level: 3, threshold: 17, hysteresis: 1, delay_ms: 1, clear_delay_ms: 4 }),
    rule({ id: 'd', level: 2, comparison: 'below', threshold: 3, hysteresis: 1, delay_ms: 2 }),
  ];
  const arrivals = fc.array(
    fc.record({
      time: fc.integer({ min: 1, max: 60 }),
      value: fc.integer({ min: 0, max: 20 }),
      old: fc.boolean(),
      restart: fc.boolean(),
    }),
    { minLength: 1, maxLength: 80 },
  );

  /** A slow reference implementation: the newest frames only, all of them each time. */
  function holds(of: Rule, counted: { time: number; value: number }[]): boolean {
    let on = false;
    let since: number | null = null;
    for (const { time, value } of counted) {
      const isOpposite = on ? isBack(of, value) : isBeyond(of, value);
      since = isOpposite ? (since ?? time) : null;
      if (since !== null && time - since >= (on ? of.clear_delay_ms : of.delay_ms)) {
        on = !on;
        since = null;
      }
    }
    return on;
  }

  it('leaves at most one event on each side, the right one, with late, back-filled or lost readings', () => {
    fc.assert(
      fc.property(arrivals, (frames) => {
        const set = new RuleSet(rules);
        // The expected content of the database.
        const active = new Map<string, string>();
        const states = new Map<string, StoredState>();
        const counted: { time: number; value: number }[] = [];
        let newest = 0;
        let known = new KnownFaults('t', [], 0, 0, new KnownRules(set, [], 0));
        for (const { time, value, old, restart } of frames) {
          if (restart) {
            const events = [...active].map(([code, rule_id]) => ({ code, rule_id }));
            known = new KnownFaults(
              't',
              events,
              newest,
              0,
              new KnownRules(set, [...states.values()], newest),
            );
          }
          for (const change of known.update(frame(time, value, old ? 1 : 0))) {
            if (change.what === 'keep') {
              const { rule: of, pack, state } = change;
              if (state) states.set(of.id, { ...state, rule_id: of.id, pack });
              else states.delete(of.id);
            } else if (change.what === 'raise') {
              expect(active.has(change.kind.code)).toBe(false);
              active.set(change.kind.code, change.rule?.id ?? '');
            } else {
              expect(active.delete(change.kind.code)).toBe(true);
            }
          }
          if (old || time < newest) continue;
          newest = time;
          counted.push({ time, value });
          for (const comparison of ['above', 'below'] as const) {
            const holding = rules.filter((r) => r.comparison === comparison && holds(r, counted));
            const code = ruleCode({ point: 'M_CELL_T_MAX', comparison }, 0);
            expect(active.get(code)).toBe(shownRule(holding)?.id);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('a thing', () => {
  it('watches each pack separately, and ignores missing readings', () => {
    const set = new RuleSet([rule({ id: 'mos', point: 'P_MOS_T', threshold: 60 })]);
    const known = new KnownFaults('t', [], 0, 0, new KnownRules(set, [], 0));
    const packs = [
      { P_no: 1, P_MOS_T: 61 },
      { P_no: 2, P_MOS_T: 59 },
      { P_no: 3, P_MOS_T: 1e12 },
      { P_no: 4, P_MOS_T: '61' },
      { P_no: 99, P_MOS_T: 61 },
      null,
    ];
    const raised = known.update({ ...frame(1, 0), packs }).filter((c) => c.what === 'raise');
    expect(raised).toMatchObject([{ kind: { code: 'P_MOS_T.above@1', name_en: 'Hot (pack 1)' }, value: 61 }]);
  });

  it('ends the event of a rule that no longer applies with its next frame', () => {
    const events = [{ code: 'M_SOC.below', rule_id: 'gone' }];
    const known = new KnownFaults('t', events, 0, 0);
    expect(known.update(frame(5, 0))).toMatchObject([
      { what: 'clear', kind: { code: 'M_SOC.below', source: 'rule' } },
    ]);
  });
});
