/** Values of cells: numbers with their unit, times in the formats of cyclers. */

const factors: Readonly<Record<string, number>> = {
  ma: 1e-3,
  mv: 1e-3,
  mah: 1e-3,
  min: 60,
  h: 3600,
  hr: 3600,
  ms: 1e-3,
};

/** The factor that converts a column with this unit to A, V, Ah or s. */
export const factorOf = (unit: string): number => factors[unit] ?? 1;

/** A number; NaN if invalid. Maccor separates thousands by commas. */
export function readNumber(text: string): number {
  const plain = text.trim().replace(/,(?=\d{3}(\D|$))/g, '');
  return plain === '' ? Number.NaN : Number(plain);
}

/** Seconds of `12.5`, `0:00:30.000`, `1-02:03:04`, `2d 01:02:03` or a date with time; NaN if invalid. */
export function readTime(text: string, factor = 1): number {
  const plain = text.trim();
  const number = readNumber(plain);
  if (!Number.isNaN(number)) return number * factor;
  const parts = /^(?:(\d+)(?:-|d\s*))?(\d+):(\d{1,2})(?::(\d{1,2}(?:\.\d+)?))?$/.exec(plain);
  if (parts) {
    const [, days = '0', hours, minutes, seconds = '0'] = parts;
    return Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  }
  const date = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[ T](\d{1,2}):(\d{2}):(\d{2}(?:\.\d+)?)$/.exec(plain);
  if (!date) return Number.NaN;
  const [, year, month, day, hour, minute, second] = date.map(Number) as [number, ...number[]];
  return Date.UTC(year as number, (month as number) - 1, day, hour, minute) / 1000 + (second as number);
}

/** The direction in a state's name, for cyclers with unsigned currents: 1 charges, −1 discharges. */
export function directionOf(state: string): 1 | -1 | 0 | null {
  const plain = state.trim().toLowerCase();
  if (/^d$|dis|dchg|放电/.test(plain)) return -1;
  if (/^c$|chg|charge|充电/.test(plain)) return 1;
  if (/^[ro]$|rest|搁置|静置/.test(plain)) return 0;
  return null;
}
