/**
 * Which readings of a counter are believed, and the energy between them. Pure; values in thousandths of the unit.
 *
 * A reading is accepted when the counter can have risen to it since the last accepted one. Any other reading is
 * doubtful: it counts when later readings confirm it, and is a spike or a dip when they return to the accepted level.
 * A confirmed new level (a restart, another meter) counts from its confirmation on, so later readings never change the
 * energy of earlier slots.
 */

export const QUARTER_MS = 15 * 60_000;

/** Readings that confirm a new level, and the time from the first to the last of them. */
const CONFIRMING = 3;
const CONFIRMING_MS = QUARTER_MS;
/** How long a level that was left is remembered: the counter may return to it. */
export const MEMORY_MS = 24 * 3_600_000;
/** How long a level that a device left without a restart is not counted again. */
export const CEILING_MS = 6 * 3_600_000;
/** Steps of a doubtful course may be this many times too large: it is followed, but such a step is not counted. */
const FOLLOWED = 20;
/** Limit of courses that are followed at once; the least recently continued one is dropped. */
const MAX_COURSES = 50;

export interface Reading {
  time_ms: number;
  value: number;
}

/** The lowest and highest reading of an interval, and its first and last ones. */
export interface Span {
  first_ms: number;
  first: number;
  last_ms: number;
  last: number;
  low: number;
  high: number;
}

/** The start and the sequence number of the frame that a reading came with. */
export interface FrameOrder {
  boot: number;
  seq: number;
}

/** Why a reading was not accepted at once. */
export type DoubtReason = 'rise' | 'drop';
/**
 * What became of it: still held, wrong (the counter returned to its level), a new level that later readings confirmed
 * (counted from zero, from the level that it returned to, or not at all), or decided by a person.
 */
export type DoubtState = 'held' | 'wrong' | 'restart' | 'return' | 'level' | 'excluded' | 'confirmed';

export interface Doubt extends Reading {
  /** The accepted level at that time. */
  level: number;
  reason: DoubtReason;
  state: DoubtState;
}

/** A doubtful course: consecutive readings that fit each other but not the accepted level. */
interface Course {
  first: number;
  first_ms: number;
  level: number;
  time_ms: number;
  readings: number;
  /** The part of its rise that the time allows. */
  counted: number;
  doubts: Doubt[];
}

/** A level that was left, and the sum of rises at that time. */
interface Left {
  level: number;
  time_ms: number;
  risen: number;
}

/** The accepted course of a counter up to a time. */
export interface CounterState {
  /** Null before the first reading. */
  level: number | null;
  time_ms: number;
  /** Whether a second reading has confirmed the first one. */
  proven: boolean;
  courses: Course[];
  left: Left[];
  /** Energy up to this level has been counted already, until a time. */
  ceiling: { level: number; until_ms: number } | null;
  /** Sum of all rises between accepted readings, without those that the device had measured before. */
  risen: number;
  /** The device had measured the present course before: its clock is wrong. */
  stale: boolean;
}

export const unknownState = (): CounterState => ({
  level: null,
  time_ms: 0,
  proven: false,
  courses: [],
  left: [],
  ceiling: null,
  risen: 0,
  stale: false,
});

/** What a reading adds. */
export interface Judged {
  accepted: boolean;
  rise: number;
  /** The counter restarted, or continues on another level. */
  reset: boolean;
}

/** The largest rise in a time: that of a quarter-hour is always possible. @param rate thousandths of the unit per ms */
export const allowedRise = (rate: number, passed_ms: number): number => rate * (passed_ms + QUARTER_MS);

const fits = (rise: number, rate: number, passed_ms: number): boolean =>
  rise >= 0 && rise <= allowedRise(rate, passed_ms);

/**
 * Whether a quarter-hour shows by its four readings alone that each of its readings is accepted when the first one is:
 * none is below the first or above the last. Then its energy is the difference of those two.
 */
export const isClean = ({ first_ms, first, last_ms, last, low, high }: Span, rate: number): boolean =>
  first === low &&
  last === high &&
  high - low <= rate * QUARTER_MS &&
  (low > 0 || high === 0) &&
  // Two values at one time: the greater one counts, which only the readings show.
  (last_ms > first_ms || high === low);

/** Whether a clean span continues the accepted course, so that it counts as a whole. */
export function continues(state: CounterState, span: Span, rate: number): boolean {
  if (span.high === 0) return true;
  if (state.level === null) return true;
  if (state.ceiling && state.ceiling.until_ms <= span.last_ms && state.ceiling.until_ms > span.first_ms)
    return false;
  return fits(span.first - state.level, rate, span.first_ms - state.time_ms);
}

/** Adds a clean span that {@link continues} the course. */
export function addSpan(state: CounterState, span: Span): Judged {
  if (span.high === 0) return addZero(state, span.last_ms);
  const first = accept(state, span.first, span.first_ms);
  const rest = span.last_ms > span.first_ms ? accept(state, span.last, span.last_ms) : 0;
  return { accepted: true, rise: first + rest, reset: false };
}

/** Zero is not a level: gateways report it while they start or lose the meter. */
function addZero(state: CounterState, time_ms: number): Judged {
  if (state.level === null) {
    state.level = 0;
    state.time_ms = time_ms;
  }
  return { accepted: true, rise: 0, reset: false };
}

/** Accepts a reading, and returns what it counts. Doubtful readings before it were wrong. */
function accept(state: CounterState, value: number, time_ms: number): number {
  for (const course of state.courses) settle(course, 'wrong');
  state.courses = [];
  const known = state.level !== null;
  const from = state.level ?? value;
  const counted = countedRise(state, from, value, time_ms);
  state.level = value;
  state.time_ms = time_ms;
  if (known) state.proven = true;
  if (!state.stale) state.risen += value - from;
  return counted;
}

function countedRise(state: CounterState, from: number, to: number, time_ms: number): number {
  const { ceiling } = state;
  if (ceiling && (time_ms >= ceiling.until_ms || to >= ceiling.level)) state.ceiling = null;
  const floor = ceiling && time_ms < ceiling.until_ms ? Math.max(from, ceiling.level) : from;
  return Math.max(0, to - floor);
}

/**
 * Adds a reading.
 * @param rate Highest possible rise per ms
 * @param orderOf The frame of an accepted or doubtful reading, by time; undefined when it is not known
 * @param doubts Where doubtful readings are noted
 */
export function addReading(
  state: CounterState,
  { time_ms, value }: Reading,
  rate: number,
  orderOf: (time_ms: number) => FrameOrder | undefined,
  doubts?: Doubt[],
): Judged {
  if (value === 0) return addZero(state, time_ms);
  if (state.level === null || fits(value - state.level, rate, time_ms - state.time_ms))
    return { accepted: true, rise: accept(state, value, time_ms), reset: false };
  const course = follow(state, { time_ms, value }, rate, doubts);
  if (!course) return { accepted: false, rise: 0, reset: false };
  return { accepted: true, rise: confirm(state, course, rate, orderOf), reset: true };
}

/** A person has confirmed this reading: it counts whatever the time allows. */
export function addConfirmed(state: CounterState, { time_ms, value }: Reading): Judged {
  if (value === 0) return addZero(state, time_ms);
  if (state.level === null || value >= state.level)
    return { accepted: true, rise: accept(state, value, time_ms), reset: false };
  const rise = fromZero(state.level, value) ? value : 0;
  for (const course of state.courses) settle(course, 'wrong');
  leave(state);
  Object.assign(state, { level: value, time_ms, proven: true, courses: [], ceiling: null, stale: false });
  return { accepted: true, rise, reset: true };
}

/** Whether a counter that is at a lower level started at zero; else it resumes a level that it had stored before. */
const fromZero = (before: number, after: number): boolean => after * 10 < before * 9;

/** Continues the doubtful courses that a reading fits, or begins one. Returns the one that it confirms, if any. */
function follow(
  state: CounterState,
  { time_ms, value }: Reading,
  rate: number,
  doubts: Doubt[] | undefined,
): Course | undefined {
  const level = state.level ?? 0;
  const doubt: Doubt = { time_ms, value, level, reason: value < level ? 'drop' : 'rise', state: 'held' };
  doubts?.push(doubt);
  const continued: Course[] = [];
  for (const course of state.courses) {
    const rise = value - course.level;
    const passed_ms = time_ms - course.time_ms;
    if (!fits(rise, rate * FOLLOWED, passed_ms)) continue;
    if (fits(rise, rate, passed_ms)) course.counted += rise;
    course.level = value;
    course.time_ms = time_ms;
    course.readings += 1;
    if (doubts) course.doubts.push(doubt);
    continued.push(course);
  }
  if (continued.length === 0) {
    const begun = { first: value, first_ms: time_ms, level: value, time_ms, readings: 1, counted: 0 };
    continued.push({ ...begun, doubts: doubts ? [doubt] : [] });
  }
  const rest = state.courses.filter((course) => !continued.includes(course));
  state.courses = [...continued, ...rest].slice(0, MAX_COURSES);
  return continued
    .filter((course) => course.readings >= CONFIRMING && time_ms - course.first_ms >= CONFIRMING_MS)
    .toSorted((a, b) => a.first_ms - b.first_ms)[0];
}

/** Continues on a doubtful course, and returns what it counts. */
function confirm(
  state: CounterState,
  course: Course,
  rate: number,
  orderOf: (time_ms: number) => FrameOrder | undefined,
): number {
  const level = state.level as number;
  const { time_ms, proven } = state;
  const passed_ms = course.first_ms - time_ms;
  const returned = state.left.find(
    (each) =>
      each.time_ms > course.time_ms - MEMORY_MS &&
      fits(course.first - each.level, rate, course.first_ms - each.time_ms),
  );
  let rise = course.counted;
  let ceiling: CounterState['ceiling'] = null;
  let outcome: DoubtState = 'level';
  const dropped = course.first < level && proven;
  const before = dropped ? orderOf(time_ms) : undefined;
  const after = dropped ? orderOf(course.first_ms) : undefined;
  const sameBoot = before !== undefined && after !== undefined && before.boot === after.boot;
  const stale = sameBoot && after.seq < before.seq;
  if (returned) {
    outcome = 'return';
    state.left = state.left.filter((each) => each !== returned);
    // What the counter rose meanwhile, on the other level, is the same energy.
    rise += Math.max(0, course.first - returned.level - (state.risen - returned.risen));
  } else if (dropped) {
    if (stale || (sameBoot && !fromZero(level, course.first))) {
      // The device has not restarted: energy up to the level has been counted.
      ceiling = { level, until_ms: course.time_ms + CEILING_MS };
      rise = Math.max(0, course.level - Math.max(level, course.first));
    } else if (fromZero(level, course.first) && fits(course.first, rate, passed_ms)) {
      outcome = 'restart';
      rise += course.first;
    }
  }
  leave(state);
  for (const other of state.courses) settle(other, 'wrong');
  settle(course, outcome);
  Object.assign(state, {
    level: course.level,
    time_ms: course.time_ms,
    proven: true,
    courses: [],
    ceiling,
    stale,
  });
  if (!stale) state.risen += course.counted;
  return rise;
}

/** Remembers the accepted level, which is about to be left. */
function leave(state: CounterState): void {
  const { level, time_ms, proven, risen } = state;
  state.left = state.left.filter((each) => each.time_ms > time_ms - MEMORY_MS);
  if (level !== null && proven) state.left.unshift({ level, time_ms, risen });
}

function settle(course: Course, state: DoubtState): void {
  for (const doubt of course.doubts) if (doubt.state === 'held' || state !== 'wrong') doubt.state = state;
}
