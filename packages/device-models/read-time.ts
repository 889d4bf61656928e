import { isTimeZone } from '@voltloop/domain/clock/time-zone.ts';
import { zoneOffset_ms } from '@voltloop/domain/clock/zone-time.ts';
import { pathOf, Unreadable } from './read-value.ts';
import type { Message } from './schema.ts';
import { shown } from './texts.ts';

const LARGEST_MS = 8.64e15;
const HOUR_MS = 3_600_000;

type Time = NonNullable<Message['time']>;

/** Compiles the reading of a message's time, in epoch ms. */
export function compileTime(
  time: Time,
): (root: unknown, received_ms: number, zone: string | null) => number | Unreadable {
  const path = pathOf(time.path);
  return (root, received_ms, deviceZone) => {
    const value = path.one(root);
    const bad = () => new Unreadable('bad_time', shown(value));
    if (time.unit === 's' || time.unit === 'ms') {
      const text = typeof value === 'string' && /^\d{1,16}(\.\d{1,9})?$/.test(value) ? Number(value) : value;
      if (typeof text !== 'number' || !Number.isFinite(text)) return bad();
      const ms = Math.round(time.unit === 's' ? text * 1000 : text);
      return Math.abs(ms) <= LARGEST_MS && ms > 0 ? ms : bad();
    }
    if (typeof value !== 'string' || value.length > 40) return bad();
    if (time.unit === 'iso') {
      // Without an offset the runtime would assume its own zone.
      const ms = /(Z|[+-]\d{2}:?\d{2})$/i.test(value) ? Date.parse(value) : Number.NaN;
      return Number.isFinite(ms) && ms > 0 ? ms : bad();
    }
    const wall_ms = wallTime(value, time.order ?? 'ymd');
    if (wall_ms === null) return bad();
    const zone = time.zone ?? deviceZone;
    if (zone === null || !isZone(zone)) return new Unreadable('no_zone');
    return atZone(wall_ms, zone, received_ms);
  };
}

/** Checking a zone costs more than all else of a message. */
const zones = new Map<string, boolean>();
const MAX_ZONES = 1000;

function isZone(zone: string): boolean {
  let known = zones.get(zone);
  if (known === undefined) {
    known = isTimeZone(zone);
    if (zones.size < MAX_ZONES) zones.set(zone, known);
  }
  return known;
}

const ORDERS = { ymd: [0, 1, 2], dmy: [2, 1, 0], mdy: [2, 0, 1] } as const;

function wallTime(text: string, order: keyof typeof ORDERS): number | null {
  const found =
    /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?$/.exec(
      text.trim(),
    );
  if (!found) return null;
  const numbers = found.slice(1).map((each) => Number(each ?? 0));
  const [year, month, day] = ORDERS[order].map((n) => numbers[n]) as [number, number, number];
  const [hour, minute, second] = numbers.slice(3) as [number, number, number];
  if (year < 1970 || month > 12 || hour > 23 || minute > 59 || second > 59) return null;
  const wall = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  return wall.getUTCMonth() === month - 1 && wall.getUTCDate() === day ? wall.getTime() : null;
}

/**
 * The time of a wall clock. When clocks are set back an hour occurs twice: the one that is closer to the receipt is
 * meant. Of an hour that does not occur the time after it counts.
 */
function atZone(wall_ms: number, zone: string, received_ms: number): number {
  const offsets = [-3 * HOUR_MS, 3 * HOUR_MS].map((by) =>
    zoneOffset_ms(wall_ms + by - offsetNear(wall_ms, zone), zone),
  );
  const times = offsets.map((offset) => wall_ms - offset);
  const valid = times.filter((time) => time + zoneOffset_ms(time, zone) === wall_ms);
  const [first = times[0] as number, second = first] = valid;
  return Math.abs(second - received_ms) < Math.abs(first - received_ms) ? second : first;
}

const offsetNear = (wall_ms: number, zone: string) => zoneOffset_ms(wall_ms, zone);
