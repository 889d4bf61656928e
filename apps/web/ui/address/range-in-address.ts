import {
  isoDay,
  type RangeKind,
  rangeAround,
  startOfIsoDay,
  type TimeRange,
} from '@voltloop/domain/clock/zone-time.ts';

export interface RangeChoice {
  zone: string;
  /** The kinds that can be chosen. */
  kinds: readonly TimeRange['kind'][];
  /** The initial one. */
  first: RangeKind;
}

const isoDays = /^\d{4}-\d\d-\d\d$/;

/** The range of a parameter: `week`, the running one, `week.2026-11-23`, or `custom.2026-11-01.2026-11-07`. */
export function rangeOfText(
  raw: string | null,
  { zone, kinds, first: initial }: RangeChoice,
  now_ms: number,
): TimeRange {
  const [word, first = '', last = first] = (raw ?? '').split('.');
  const kind = kinds.find((each) => each === word);
  const dayOfText = (text: string) => (isoDays.test(text) ? startOfIsoDay(text, zone) : null);
  const begin_ms = kind ? dayOfText(first) : null;
  if (kind !== 'custom') return rangeAround(kind ?? initial, begin_ms ?? now_ms, zone);
  const end_ms = dayOfText(last);
  const from = rangeAround('day', begin_ms ?? now_ms, zone);
  const to = rangeAround('day', end_ms ?? begin_ms ?? now_ms, zone);
  return { kind, begin_ms: from.begin_ms, end_ms: Math.max(from.end_ms, to.end_ms) };
}

/** The inverse; null for the initial range. */
export function textOfRange(
  range: TimeRange,
  { zone, first: initial }: Omit<RangeChoice, 'kinds'>,
  now_ms: number,
): string | null {
  const { kind, begin_ms, end_ms } = range;
  const first = isoDay(begin_ms, zone);
  if (kind === 'custom') return `custom.${first}.${isoDay(end_ms - 1, zone)}`;
  if (begin_ms > now_ms || now_ms >= end_ms) return `${kind}.${first}`;
  return kind === initial ? null : kind;
}
