import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarCuts, slotOf } from './calendar.ts';
import type { CounterSlot } from './counter-course.ts';
import { allowedRise, type Doubt, type FrameOrder, type Reading } from './counter-rules.ts';
import { bucketsOf, RATE, type Readings, slotsOf, slowEnergy } from './reference-counters.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const QUARTER = 15 * MINUTE;
/** Thousandths of Wh in a Wh. */
const WH = 1000;

/** A reading each minute in [from, to), rising by `step` from `value`. */
function minutes(from_ms: number, to_ms: number, value: number, step: number): Reading[] {
  const readings: Reading[] = [];
  for (let t = from_ms, v = value; t < to_ms; t += MINUTE, v += step) readings.push({ time_ms: t, value: v });
  return readings;
}

const at = (minute: number, value: number): Reading => ({ time_ms: minute * MINUTE, value });
const without = (readings: readonly Reading[], ...times: number[]) =>
  readings.filter(({ time_ms }) => !times.includes(time_ms / MINUTE));
const sum = (slots: readonly CounterSlot[]) => slots.reduce((total, { rise }) => total + rise, 0);
const cuts = [0, HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR];

describe('slots of a counter', () => {
  test('begin with the reading at their start', () => {
    const slots = slotsOf({ readings: minutes(-MINUTE, 2 * HOUR, 99, 1) }, cuts, { oldest_ms: -HOUR });
    expect(slots).toMatchObject([
      { start_ms: 0, first: 99, last: 159, rise: 60, gap: false, reset: false, doubtful: false },
      { start_ms: HOUR, first: 159, last: 219, rise: 60, gap: false, reset: false, doubtful: false },
    ]);
  });

  test('begin with their own first reading when there is no earlier one', () => {
    const slots = slotsOf({ readings: minutes(10 * MINUTE, HOUR, 100, 1) }, cuts);
    expect(slots).toMatchObject([{ start_ms: 0, first: 100, last: 149, rise: 49, gap: false }]);
  });

  test('are absent without readings; energy of a gap counts where readings resume, and is marked', () => {
    const readings = [
      ...minutes(0, 20 * MINUTE, 100, 1),
      ...minutes(2 * HOUR + 5 * MINUTE, 3 * HOUR, 500, 1),
    ];
    expect(slotsOf({ readings }, cuts)).toMatchObject([
      { start_ms: 0, first: 100, last: 119, rise: 19, gap: false, reset: false },
      { start_ms: 2 * HOUR, first: 500, last: 554, rise: 435, gap: true, reset: false },
    ]);
  });

  test('take a reading of 30 minutes ago as the one at their start, but not one of 31 minutes ago', () => {
    const after = minutes(5 * HOUR + 5 * MINUTE, 5 * HOUR + 10 * MINUTE, 200, 1);
    const late = cuts.map((cut) => cut + 5 * HOUR);
    const ago = (minute: number) => {
      const readings = [{ time_ms: 5 * HOUR - minute * MINUTE, value: 150 }, ...after];
      return slotsOf({ readings }, late)[0];
    };
    expect(ago(30)).toMatchObject({ first: 150, rise: 54, gap: false });
    expect(ago(31)).toMatchObject({ first: 200, rise: 54, gap: true });
  });

  test('have no gap mark when no energy passed in the gap', () => {
    const readings = [{ time_ms: HOUR, value: 100 }, ...minutes(6 * HOUR, 7 * HOUR, 100, 0)];
    expect(slotsOf({ readings }, [6 * HOUR, 7 * HOUR])).toMatchObject([{ first: 100, rise: 0, gap: false }]);
  });

  test('follow days of 23 and 25 hours', () => {
    const perHour = (from: string, to: string) => {
      const days = calendarCuts('1d', 'Europe/Berlin', Date.parse(from), Date.parse(to));
      const readings = minutes((days[0] as number) - HOUR, days.at(-1) as number, 0, 1);
      return slotsOf({ readings }, days).map((s) => s.rise / 60);
    };
    // The minute before midnight counts with the day of the reading after it.
    expect(perHour('2026-03-28T12:00Z', '2026-03-30T12:00Z').map(Math.round)).toEqual([24, 23, 24]);
    expect(perHour('2026-10-24T12:00Z', '2026-10-26T12:00Z').map(Math.round)).toEqual([24, 25, 24]);
  });

  test('ignore readings outside the cuts', () => {
    const slots = slotsOf({ readings: minutes(-HOUR, 5 * HOUR, 100, 1) }, cuts, { oldest_ms: -HOUR });
    expect(slots.map((s) => s.start_ms)).toEqual([0, HOUR, 2 * HOUR, 3 * HOUR]);
  });
});

describe('a reading that cannot be right', () => {
  const right = minutes(0, 2 * HOUR, 1_000_000 * WH, 10 * WH);
  const everywhere = (readings: readonly Reading[], frames?: ReadonlyMap<number, FrameOrder>) => {
    const of = { readings, ...(frames ? { frames } : {}) };
    const sums = [
      sum(slotsOf(of, [0, DAY])),
      sum(slotsOf(of, cuts)),
      sum(slotsOf(of, calendarCuts('15m', 'UTC', 0, 4 * HOUR))),
      sum(slotsOf(of, calendarCuts('5m', 'UTC', 0, 4 * HOUR), { entire: true })),
    ];
    expect(new Set(sums).size, String(sums)).toBe(1);
    return (sums[0] as number) / WH;
  };

  test('counts nothing: one far above the others, or far below, wherever it is', () => {
    for (const minute of [7, 14, 15, 22, 29]) {
      for (const value of [200_000_000, 1_100_000, 500_000, 999_900, 0]) {
        const readings = [...without(right, minute), at(minute, value * WH)];
        expect(everywhere(readings), `${value} in minute ${minute}`).toBe(1190);
      }
    }
  });

  test('is excluded when fewer than three readings agree with it, or when they span less than a quarter-hour', () => {
    const rest = right.filter(({ time_ms }) => time_ms < 20 * MINUTE || time_ms >= 34 * MINUTE);
    expect(everywhere([...rest, ...minutes(20 * MINUTE, 34 * MINUTE, 5_000 * WH, 10 * WH)])).toBe(1190);
    expect(everywhere([...rest, at(20, 5_000 * WH), at(33, 5_100 * WH)])).toBe(1190);
  });

  test('adds nothing when the counter falls and returns again and again', () => {
    const readings = right.map((r) =>
      r.time_ms > 0 && r.time_ms % QUARTER === 0 ? { ...r, value: r.value - 100 * WH } : r,
    );
    expect(everywhere(readings)).toBe(1190);
  });

  test('is listed with its reason and with what became of it', () => {
    const readings = [
      ...without(right, 20, 50),
      at(20, 7_000_000 * WH),
      at(50, 3 * WH),
      at(120, 9_000_000 * WH),
    ];
    const doubts: Doubt[] = [];
    const slots = slotsOf({ readings }, cuts, { doubts });
    expect(doubts).toMatchObject([
      { ...at(20, 7_000_000 * WH), level: 1_000_190 * WH, reason: 'rise', state: 'wrong' },
      { ...at(50, 3 * WH), reason: 'drop', state: 'wrong' },
      { ...at(120, 9_000_000 * WH), reason: 'rise', state: 'held' },
    ]);
    expect(slots.map((s) => [s.doubtful, s.rise / WH])).toEqual([
      [true, 590],
      [false, 600],
      [true, 0],
    ]);
  });
});

describe('a level that later readings confirm', () => {
  const old = minutes(0, HOUR, 1_000_000 * WH, 10 * WH);
  const states = (of: Readings) => {
    const doubts: Doubt[] = [];
    const slots = slotsOf(of, cuts, { doubts });
    return { energy: sum(slots) / WH, states: [...new Set(doubts.map(({ state }) => state))], slots };
  };

  test('counts from zero after a restart, with the rises since', () => {
    const readings = [...old, ...minutes(HOUR, 2 * HOUR, 4 * WH, 10 * WH)];
    const { energy, slots } = states({ readings });
    expect(energy).toBe(590 + 4 + 590);
    expect(slots.map(({ reset }) => reset)).toEqual([false, true]);
    expect(states({ readings }).states).toEqual(['restart']);
  });

  test('does not count the level of another meter, only its rises', () => {
    for (const level of [400_000, 7_000_000]) {
      const readings = [...old, ...minutes(HOUR, 2 * HOUR, level * WH, 10 * WH)];
      expect(states({ readings })).toMatchObject({ energy: 590 + 590, states: ['level'] });
    }
  });

  test('continues the earlier course when the counter returns to it, and counts energy once', () => {
    const course = minutes(0, 3 * HOUR, 1_000_000 * WH, 10 * WH);
    const wrong = (rise: number) =>
      course.map((r) => {
        const since = r.time_ms - HOUR;
        if (since < 0 || since >= HOUR) return r;
        return { ...r, value: 3_000_000 * WH + (since / MINUTE) * rise };
      });
    expect(states({ readings: wrong(10 * WH) })).toMatchObject({ energy: 1790 });
    expect(states({ readings: wrong(0) })).toMatchObject({ energy: 1790, states: ['level', 'return'] });
  });

  test('overflows at 32 bits without a loss', () => {
    const wrap = 2 ** 32 / 1000;
    const readings = minutes(0, 2 * HOUR, (4_294_967 - 600) * WH, 10 * WH).map((r) => ({
      ...r,
      value: r.value > 4_294_967 * WH ? Math.round((r.value / WH) % Math.floor(wrap)) * WH : r.value,
    }));
    expect(states({ readings }).energy).toBeGreaterThanOrEqual(1180);
    expect(states({ readings }).energy).toBeLessThanOrEqual(1190);
  });

  test('is an older one that the device resumes after a power cut: rises count in full', () => {
    const readings = [...old, ...minutes(HOUR, 2 * HOUR, 1_000_300 * WH, 10 * WH)];
    const frames = new Map(
      readings.map((r, i) => [r.time_ms, { boot: r.time_ms < HOUR ? 1 : 2, seq: i % 60 }]),
    );
    expect(states({ readings, frames }).energy).toBe(590 + 590);
    // Without a restart of the device, energy up to the earlier level has been counted.
    const same = new Map(readings.map((r, i) => [r.time_ms, { boot: 1, seq: i }]));
    expect(states({ readings, frames: same }).energy).toBe(590 + 590 - 290);
  });

  test('is no restart when the device measured it before: its clock is wrong', () => {
    const early = minutes(0, HOUR, 1_000 * WH, 10 * WH);
    const later = minutes(HOUR, 2 * HOUR, 40_000 * WH, 10 * WH);
    const moved = early.map((r) => ({ ...r, time_ms: r.time_ms + 2 * HOUR }));
    const readings = [...later, ...moved, ...minutes(3 * HOUR, 4 * HOUR, 40_600 * WH, 10 * WH)];
    const seqs = [...early.map((r) => r.time_ms + 2 * HOUR), ...later.map((r) => r.time_ms)];
    const frames = new Map(seqs.map((time_ms, seq) => [time_ms, { boot: 1, seq }]));
    expect(states({ readings, frames }).energy).toBe(1190);
  });
});

test('a clock that was ahead for an hour moves no energy', () => {
  const course = minutes(0, 36 * HOUR, 1_000_000 * WH, 20 * WH);
  const readings = course.map((r) =>
    r.time_ms >= 5 * HOUR && r.time_ms < 6 * HOUR ? { ...r, time_ms: r.time_ms + 20 * HOUR + MINUTE / 2 } : r,
  );
  for (const interval of ['5m', '15m', '1h', '1d'] as const) {
    const slots = slotsOf({ readings }, calendarCuts(interval, 'UTC', 0, 2 * DAY), {
      entire: interval === '5m',
    });
    expect(sum(slots) / WH, interval).toBe(43_180);
  }
});

test('zero readings are no levels: the counter shows by what follows whether it restarted', () => {
  const within = [at(0, 18_000_200), at(1, 0), at(2, 18_000_300)];
  expect(slotsOf({ readings: within }, cuts)).toMatchObject([{ rise: 100, reset: false }]);
  const long = [at(50, 18_000_200), at(58, 0), at(70, 0), at(80, 0), at(95, 0), at(96, 18_000_300)];
  expect(slotsOf({ readings: long }, cuts)).toMatchObject([
    { rise: 0, reset: false },
    { rise: 100, reset: false },
  ]);
  const days = [at(0, 18_000_000), ...minutes(HOUR, 3 * DAY, 0, 0), at(3 * 1440, 18_000_100)];
  expect(slotsOf({ readings: days }, [2 * DAY, 4 * DAY])).toMatchObject([{ rise: 100 }]);
  const fresh = [...minutes(0, 20 * MINUTE, 0, 0), ...minutes(20 * MINUTE, HOUR, 5, 1)];
  expect(slotsOf({ readings: fresh }, cuts)).toMatchObject([{ rise: 44, reset: false }]);
});

test('a verdict counts for the readings of its time, and the others are judged without them', () => {
  const readings = [
    ...minutes(0, HOUR, 1000 * WH, 10 * WH),
    ...minutes(HOUR, 2 * HOUR, 500_000 * WH, 10 * WH),
  ];
  const all = { from_ms: HOUR, to_ms: 2 * HOUR } as const;
  const energy = (verdicts: Readings['verdicts']) =>
    sum(slotsOf({ readings, ...(verdicts ? { verdicts } : {}) }, cuts)) / WH;
  expect(energy([])).toBe(590 + 590);
  expect(energy([{ ...all, verdict: 'exclude' }])).toBe(590);
  expect(energy([{ ...all, verdict: 'confirm' }])).toBe(500_590 - 1000);
  expect(energy([{ ...all, to_ms: HOUR + MINUTE, verdict: 'confirm' }])).toBe(500_590 - 1000);
});

/** What happens to the readings of a counter. */
type Happening =
  | 'spike'
  | 'bump'
  | 'dip'
  | 'small dip'
  | 'restart'
  | 'older level'
  | 'other meter'
  | 'overflow'
  | 'zero'
  | 'gap'
  | 'ahead'
  | 'behind'
  | 'twice';

const happening = fc.record({
  after: fc.integer({ min: 1, max: 300 }),
  what: fc.constantFrom<Happening>(
    'spike',
    'bump',
    'dip',
    'small dip',
    'restart',
    'older level',
    'other meter',
    'overflow',
    'zero',
    'gap',
    'ahead',
    'behind',
    'twice',
  ),
  readings: fc.constantFrom(1, 2, 3, 10, 40),
  size: fc.integer({ min: 1, max: 1000 }),
});

/** Readings of some days with these events, and the frames that they came with. */
function courseWith(
  events: readonly { after: number; what: Happening; readings: number; size: number }[],
  step_ms: number,
  length: number,
): Required<Pick<Readings, 'readings' | 'frames'>> {
  const readings: Reading[] = [];
  const frames = new Map<number, FrameOrder>();
  let time_ms = 40 * DAY;
  let level = 5_000 * WH;
  let boot = 1;
  let left = 0;
  let event: (typeof events)[number] | undefined;
  const open = [...events];
  let wait = open[0]?.after ?? 0;
  for (let i = 0; i < length; i++) {
    time_ms += step_ms;
    level += (i * 7919) % 300;
    if (left === 0 && wait-- === 0) {
      event = open.shift();
      left = event?.readings ?? 0;
      wait = open[0]?.after ?? 0;
      if (event?.what === 'restart') level = 0;
      if (event?.what === 'other meter') level += event.size * 1000 * WH;
      if (event?.what === 'older level') level = Math.max(1, level - event.size);
      if (event?.what === 'overflow') level %= 2 ** 20;
      if (event?.what === 'gap') time_ms += event.size * 5 * MINUTE;
      if (event && ['restart', 'older level'].includes(event.what)) boot += event.size % 2;
    }
    const bad = left > 0 ? event : undefined;
    if (left > 0) left--;
    const size = bad?.size ?? 0;
    const values: Partial<Record<Happening, number>> = {
      spike: level + size * 1000 * WH,
      bump: level + size * 50 * WH,
      dip: Math.floor(level / (1 + size)),
      'small dip': Math.max(1, level - size),
      zero: 0,
    };
    const times: Partial<Record<Happening, number>> = { ahead: size * MINUTE, behind: -size * MINUTE };
    const reading = {
      time_ms: time_ms + ((bad && times[bad.what]) ?? 0),
      value: (bad && values[bad.what]) ?? level,
    };
    readings.push(reading);
    if (bad?.what === 'twice') readings.push(reading);
    frames.set(reading.time_ms, { boot, seq: i });
  }
  return { readings, frames };
}

test('any slots of any course have the energy of an independent computation over all readings', () => {
  fc.assert(
    fc.property(
      fc.array(happening, { maxLength: 12 }),
      fc.constantFrom(MINUTE, 5 * MINUTE, QUARTER, HOUR),
      fc.constantFrom('UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
      fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      (events, step_ms, zone, hours, hidden) => {
        const of = courseWith(events, step_ms, 900);
        const from = Math.min(...of.readings.map((r) => r.time_ms));
        const to = Math.max(...of.readings.map((r) => r.time_ms));
        const oldest_ms = hidden ? from + (to - from) / 3 : 0;
        const slow = slowEnergy(of, oldest_ms);
        const starts = [...new Set(hours)].sort((a, b) => a - b).map((hour) => from + hour * HOUR);
        for (const interval of ['5m', '15m', '1h', '1d'] as const) {
          for (const start of starts) {
            const range = calendarCuts(
              interval,
              zone,
              Math.max(start, oldest_ms),
              Math.min(to + 1, start + 3 * DAY),
            );
            if (range.length < 2 || (range[0] as number) < oldest_ms) continue;
            const expected = new Map<number, number>();
            for (const { time_ms, energy } of slow) {
              const slot = slotOf(range, time_ms);
              const key = range[slot] as number;
              if (slot >= 0 && slot < range.length - 1) expected.set(key, (expected.get(key) ?? 0) + energy);
            }
            const slots = slotsOf(of, range, { oldest_ms, entire: interval === '5m' });
            const rises = slots
              .filter(({ rise }) => rise !== 0)
              .map(({ start_ms, rise }) => [start_ms, rise]);
            expect(rises, interval).toEqual([...expected].filter(([, energy]) => energy !== 0));
          }
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('the sum of any partition is the whole', () => {
  fc.assert(
    fc.property(
      fc.array(happening, { maxLength: 10 }),
      fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 12 }),
      (events, lengths) => {
        const of = courseWith(events, 5 * MINUTE, 1200);
        const from = 39 * DAY;
        const edges = [from];
        for (const length of lengths) edges.push((edges.at(-1) as number) + length * QUARTER);
        edges.push(Math.max(edges.at(-1) as number, 60 * DAY) + DAY);
        const parts = edges.slice(0, -1).map((edge, i) => sum(slotsOf(of, [edge, edges[i + 1] as number])));
        const whole = sum(slotsOf(of, [from, edges.at(-1) as number]));
        expect(parts.reduce((a, b) => a + b, 0)).toBe(whole);
      },
    ),
    { numRuns: 60 },
  );
});

test('slots of a course without faults add up to the meter, whatever gaps and zeros there are', () => {
  const steps = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 0, max: 50 }), fc.boolean()),
    { minLength: 2, maxLength: 200 },
  );
  fc.assert(
    fc.property(steps, fc.constantFrom(HOUR, DAY), (list, length) => {
      let reading = { time_ms: 0, value: 1000 };
      const readings: Reading[] = [reading];
      for (const [wait, rise, zero] of list) {
        reading = { time_ms: reading.time_ms + wait * MINUTE, value: reading.value + rise };
        readings.push(zero ? { ...reading, value: 0 } : reading);
      }
      readings.push({ ...reading, time_ms: reading.time_ms + MINUTE });
      const slots = slotsOf(
        { readings },
        Array.from({ length: Math.floor(reading.time_ms / length) + 3 }, (_, i) => i * length),
      );
      expect(sum(slots)).toBe(reading.value - 1000);
      expect(slots.some((s) => s.reset)).toBe(false);
    }),
  );
});

test('late and duplicate frames change nothing: quarter-hours are the same in any order', () => {
  const readings = minutes(0, 3 * HOUR, 0, 3);
  fc.assert(
    fc.property(
      fc.shuffledSubarray(readings, { minLength: readings.length }),
      fc.subarray(readings),
      (all, twice) => {
        expect(bucketsOf([...all, ...twice])).toEqual(bucketsOf(readings));
      },
    ),
    { numRuns: 20 },
  );
});

test('a quarter-hour at the highest possible power is never doubtful', () => {
  expect(allowedRise(RATE, 0)).toBe(12_600 * WH);
});
