import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { getI18n } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';

/** Shown for missing values. */
export const NO_VALUE = '–';

const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

/** A format of `Intl`; created once, because that costs far more than its use. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = locale + JSON.stringify(options);
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, options);
    numberFormats.set(key, format);
  }
  return format;
}

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  let format = dateFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, options);
    dateFormats.set(key, format);
  }
  return format;
}

function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  let format = relativeFormats.get(locale);
  if (!format) {
    format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
    relativeFormats.set(locale, format);
  }
  return format;
}

/** The Intl locale of an interface language: international English, Chinese as in the mainland. */
export function localeOf(language: string): string {
  return languageOf(language) === 'zh' ? 'zh-CN' : 'en-GB';
}

/** Joins texts with the list separator of the language. */
export function listed(texts: readonly (string | number)[], language: string): string {
  return texts.join(languageOf(language) === 'zh' ? '、' : ', ');
}

/** A number with fixed decimals (0-6); {@link NO_VALUE} for null, undefined and NaN. */
export function formatNumber(value: number | null | undefined, decimals = 0, language = 'en'): string {
  if (value === null || value === undefined || Number.isNaN(value)) return NO_VALUE;
  const rounded = Number(value.toFixed(decimals));
  return numberFormat(localeOf(language), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(Object.is(rounded, -0) ? 0 : rounded);
}

/**
 * Formats an exact decimal with thousands separators and at least `least` decimals, without floating-point conversion:
 * `Intl` accepts the text itself.
 */
export function formatDecimal(text: string | null | undefined, least = 0, language = 'en'): string {
  if (text === null || text === undefined || text === '') return NO_VALUE;
  const places = { minimumFractionDigits: least, maximumFractionDigits: 6 };
  return numberFormat(localeOf(language), places).format(text as Intl.StringNumericLiteral);
}

/** Decimals of a step: 1 has 0, 0.1 has 1, 0.05 has 2. */
export function decimalsOfStep(step: number): number {
  if (!(step > 0)) return 0;
  const text = step.toString();
  if (text.includes('e-')) return Math.min(6, Number(text.split('e-')[1]));
  return Math.min(6, text.split('.')[1]?.length ?? 0);
}

/** A power in W, in kW from 10 kW: `{ text: '12.3', unit: 'kW' }`. */
export function formatPower(
  power_w: number | null | undefined,
  language = 'en',
): { text: string; unit: string } {
  if (power_w === null || power_w === undefined || Number.isNaN(power_w))
    return { text: NO_VALUE, unit: 'W' };
  if (Math.abs(power_w) >= 1_000_000)
    return { text: formatNumber(power_w / 1_000_000, 2, language), unit: 'MW' };
  if (Math.abs(power_w) >= 10_000) return { text: formatNumber(power_w / 1000, 1, language), unit: 'kW' };
  return { text: formatNumber(power_w, 0, language), unit: 'W' };
}

/**
 * Energies in kWh shown side by side, all in one unit: MWh when the largest has 10 MWh or more and none would
 * be rounded to zero.
 */
export function formatEnergies(
  energies_kwh: readonly (number | null | undefined)[],
  language = 'en',
): { text: string; unit: string }[] {
  const nonZero = energies_kwh.map((each) => Math.abs(each ?? 0)).filter((each) => each > 0);
  const large = Math.max(0, ...nonZero) >= 10_000 && Math.min(...nonZero) >= 100;
  const [unit, factor] = large ? ['MWh', 0.001] : ['kWh', 1];
  return energies_kwh.map((each) => ({
    text: formatNumber(each === null || each === undefined ? each : each * factor, 1, language),
    unit,
  }));
}

/** The common unit of powers up to `most_w`, the factor from W to it, and the decimals to show. */
export function powerScale(most_w: number): { unit: 'W' | 'kW' | 'MW'; factor: number; decimals: number } {
  if (most_w >= 1_000_000) return { unit: 'MW', factor: 1e-6, decimals: 2 };
  if (most_w >= 10_000) return { unit: 'kW', factor: 0.001, decimals: 1 };
  return { unit: 'W', factor: 1, decimals: 0 };
}

/** The common unit of energies up to `most_kwh`, the factor from kWh to it, and the decimals to show. */
export function energyScale(most_kwh: number): {
  unit: 'Wh' | 'kWh' | 'MWh';
  factor: number;
  decimals: number;
} {
  if (most_kwh >= 10_000) return { unit: 'MWh', factor: 0.001, decimals: 1 };
  if (most_kwh > 0 && most_kwh < 1) return { unit: 'Wh', factor: 1000, decimals: 0 };
  return { unit: 'kWh', factor: 1, decimals: 1 };
}

export type DateStyle =
  | 'dateTime'
  | 'dateTimeSeconds'
  | 'date'
  | 'time'
  | 'timeSeconds'
  | 'month'
  | 'dayMonth'
  | 'year';

/**
 * Date parts in `zone` (IANA name; the browser's when absent): `YYYY-MM-DD HH:mm:ss` and its parts, as in the
 * specification's default time format, in every language; months by name.
 */
export function formatDate(
  time_ms: number | null | undefined,
  style: DateStyle = 'dateTime',
  zone?: string,
  language = 'en',
): string {
  if (time_ms === null || time_ms === undefined || Number.isNaN(time_ms)) return NO_VALUE;
  if (style === 'month')
    return dateFormat(localeOf(language), { year: 'numeric', month: 'long', timeZone: zone }).format(time_ms);
  if (style === 'dayMonth')
    return dateFormat(localeOf(language), { day: 'numeric', month: 'short', timeZone: zone }).format(time_ms);
  const parts: Record<string, string> = {};
  const format = dateFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  for (const part of format.formatToParts(time_ms)) parts[part.type] = part.value;
  const date = `${parts.year}-${parts.month}-${parts.day}`;
  const time = `${parts.hour}:${parts.minute}`;
  switch (style) {
    case 'year':
      return String(parts.year);
    case 'date':
      return date;
    case 'time':
      return time;
    case 'timeSeconds':
      return `${time}:${parts.second}`;
    case 'dateTimeSeconds':
      return `${date} ${time}:${parts.second}`;
    default:
      return `${date} ${time}`;
  }
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

/** '3 minutes ago' in the interface language; 'now' below 5 seconds. */
export function formatRelative(time_ms: number, now_ms: number, language = 'en'): string {
  const difference = time_ms - now_ms;
  const format = relativeFormat(localeOf(language));
  if (Math.abs(difference) < 5000) return now(format, language);
  for (const [unit, length] of steps)
    if (Math.abs(difference) >= length) return format.format(Math.trunc(difference / length), unit);
  return now(format, language);
}

/** Chinese uses 刚刚 for the recent past; the 现在 of Intl can also mean the near future. */
const now = (format: Intl.RelativeTimeFormat, language: string) =>
  language.startsWith('zh') ? '刚刚' : format.format(0, 'second');

/** The browser's IANA zone. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The user's IANA zone for data without a site; null means the browser's. */
export const DisplayZone = createContext<string | undefined>(undefined);

const followLanguage = (changed: () => void) => {
  const i18n = getI18n();
  i18n?.on('languageChanged', changed);
  return () => i18n?.off('languageChanged', changed);
};
const languageNow = () => getI18n()?.language ?? 'en';
/** The language of the interface. Used by every cell of lists, where `useTranslation` would be too slow. */
const useLanguage = () => useSyncExternalStore(followLanguage, languageNow, languageNow);

/** The formatters in the interface language, and in the user's zone where no site's is given. */
export function useFormat() {
  const own = useContext(DisplayZone);
  const language = useLanguage();
  return useMemo(
    () => ({
      language,
      /** The user's own zone; undefined means the browser's. */
      zone: own,
      /** The zone of times without a site: the user's, or else the browser's. */
      zoneName: own ?? browserZone(),
      number: (value: number | null | undefined, decimals = 0) => formatNumber(value, decimals, language),
      date: (time_ms: number | null | undefined, style: DateStyle = 'dateTime', zone?: string) =>
        formatDate(time_ms, style, zone ?? own, language),
      power: (power_w: number | null | undefined) => formatPower(power_w, language),
      energies: (energies_kwh: readonly (number | null | undefined)[]) =>
        formatEnergies(energies_kwh, language),
    }),
    [language, own],
  );
}
