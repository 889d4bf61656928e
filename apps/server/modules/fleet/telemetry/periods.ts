/// <reference lib="esnext.temporal" />

/** Pure: a day, month or year in a zone, the previous one and the one a year before, and the parts that are compared. */

export type Period = 'day' | 'month' | 'year';

/** A part of a range that is read with one query: by its quarter-hours, hours, days or months. */
export interface Piece {
  by: 'quarter' | 'hour' | 'day' | 'month';
  cuts: number[];
  /** For each interval between two cuts: its hour (0-23), day (1-31) or month (1-12), and whether it is compared. */
  slots: { slot: number; compared: boolean }[];
}

export interface Stretch {
  pieces: Piece[];
  /** A thing without a reading up to this slot was not installed when the range began. */
  earlySlot: number;
}

export interface Stretches {
  span: 'day' | 'longer';
  /** First day of the period, yyyy-MM-dd. */
  from: string;
  slots: number[];
  complete: boolean;
  /** Number of slots of the period that have begun. */
  begun: number;
  current: Stretch;
  previous: Stretch;
  /** Null for a year, where it is the previous one. */
  yearAgo: Stretch | null;
}

type Time = Temporal.ZonedDateTime;
const spans = { day: { days: 1 }, month: { months: 1 }, year: { years: 1 } } as const;
const steps = { day: { hours: 1 }, month: { days: 1 }, year: { months: 1 } } as const;

/**
 * Only the elapsed part of both is compared: the quarter-hours of a running day, the complete days of a month or year.
 * So "this month against the last" never compares three weeks with four.
 * @param day Any day of the period; the running one by default.
 * @param hours What a day is read by: full hours when there are many things.
 */
export function stretchesOf(
  zone: string,
  period: Period,
  now_ms: number,
  day?: string,
  hours: 'quarter' | 'hour' = 'quarter',
): Stretches {
  const now = Temporal.Instant.fromEpochMilliseconds(now_ms).toZonedDateTimeISO(zone);
  const inside = day ? Temporal.PlainDate.from(day).toZonedDateTime(zone) : now;
  const start = startOf(period, inside);
  const end = start.add(spans[period]);
  const complete = before(end, now);
  const until = complete ? end : period === 'day' ? begunBy[hours](now) : now.startOfDay();
  const last = start.subtract(spans[period]);
  const ago = start.subtract({ years: 1 });
  const sameOf = (from: Time): Time => {
    const to = from.add(spans[period]);
    if (complete) return to;
    if (period === 'day')
      return earlier(until.subtract({ days: from.until(start, { largestUnit: 'days' }).days }), to);
    if (period === 'year') return earlier(until.subtract({ years: 1 }), to);
    return earlier(from.add({ days: Math.round(start.until(until, { largestUnit: 'days' }).days) }), to);
  };
  return {
    span: period === 'day' ? 'day' : 'longer',
    from: start.toPlainDate().toString(),
    slots: slotStarts(period, start, end).map((each) => numberOf(period, each)),
    complete,
    begun: slotStarts(period, start, end).filter((each) => before(each, now)).length,
    current: stretch(period, start, end, until, hours),
    previous: stretch(period, last, start, sameOf(last), hours),
    yearAgo: period === 'year' ? null : stretch(period, ago, ago.add(spans[period]), sameOf(ago), hours),
  };
}

const before = (a: Time, b: Time) => a.epochMilliseconds <= b.epochMilliseconds;
const earlier = (a: Time, b: Time) => (before(a, b) ? a : b);
const begunBy = {
  quarter: (t: Time) =>
    t.with({ minute: Math.floor(t.minute / 15) * 15, second: 0, millisecond: 0, microsecond: 0 }),
  hour: (t: Time) => t.round({ smallestUnit: 'hour', roundingMode: 'floor' }),
};

function startOf(period: Period, t: Time): Time {
  if (period === 'day') return t.startOfDay();
  return (period === 'month' ? t.with({ day: 1 }) : t.with({ month: 1, day: 1 })).startOfDay();
}

function slotStarts(period: Period, start: Time, end: Time): Time[] {
  const starts: Time[] = [];
  for (let at = start; at.epochMilliseconds < end.epochMilliseconds; at = at.add(steps[period]))
    starts.push(at);
  return starts;
}

const numberOf = (period: Period, t: Time) =>
  period === 'day' ? t.hour : period === 'month' ? t.day : t.month;

/** The slots of a stretch, with another cut at the end of the compared part; a month with such a cut is read by days. */
function stretch(period: Period, start: Time, end: Time, until: Time, hours: 'quarter' | 'hour'): Stretch {
  const intervals = slotStarts(period, start, end).flatMap((from) => {
    const to = earlier(from.add(steps[period]), end);
    const slot = numberOf(period, from);
    const part = (a: Time, b: Time) => ({ from: a, to: b, slot, compared: before(b, until), split: false });
    if (before(until, from) || before(to, until)) return [part(from, to)];
    return [part(from, until), part(until, to)].map((each) => ({ ...each, split: true }));
  });
  const pieces: Piece[] = [];
  for (const { from, to, slot, compared, split } of intervals) {
    const by = period === 'day' ? hours : period === 'month' || split ? 'day' : 'month';
    let piece = pieces.at(-1);
    if (piece?.by !== by) {
      piece = { by, cuts: [from.epochMilliseconds], slots: [] };
      pieces.push(piece);
    }
    piece.cuts.push(to.epochMilliseconds);
    piece.slots.push({ slot, compared });
  }
  return { pieces, earlySlot: period === 'day' ? 2 : period === 'month' ? 3 : 1 };
}
