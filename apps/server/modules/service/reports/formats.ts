/** Figures and times as reports print them. Pure. */

/** For missing values, as in the console. */
export const NO_VALUE = '–';

export type Language = 'en' | 'zh';
const localeOf = { en: 'en-GB', zh: 'zh-CN' } as const;

/** Decimals of a printed energy in kWh. */
export const KWH_DIGITS = 1;

export interface Formats {
  number(value: number, digits: number): string;
  kwh(value: number): string;
  percent(share: number): string;
  /** The increase of `now` over `former`, signed; a dash without a former value. */
  change(now: number | null, former: number | null): string;
  month(from_ms: number): string;
  time(time_ms: number): string;
}

export function formatsOf(language: Language, zone: string): Formats {
  const locale = localeOf[language];
  const number = (value: number, digits: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
      value,
    );
  const percent = (share: number) => `${number(share * 100, 1)} %`;
  const month = new Intl.DateTimeFormat(locale, { timeZone: zone, year: 'numeric', month: 'long' });
  const time = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return {
    number,
    percent,
    kwh: (value) => `${number(value, KWH_DIGITS)} kWh`,
    change(now, former) {
      if (now === null || former === null || former <= 0) return NO_VALUE;
      const share = (now - former) / former;
      return `${share > 0 ? '+' : ''}${percent(share)}`.replace('-', '−');
    },
    month: (from_ms) => month.format(from_ms),
    time: (time_ms) => time.format(time_ms),
  };
}

/** Days of a month with consecutive days combined: `3, 5–7`. */
export function dayRuns(days: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last && last[1] === day - 1) last[1] = day;
    else runs.push([day, day]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
}
