import { formatDecimal, languageOf } from '../format.ts';

/** A number out of range, with the ends `min` and `max`. */
const RANGE = 'check.range';

/**
 * Splits a key of a catalogue from the values of its text: `check.range?min=1&max=5`. A value that is a word is
 * given in both languages (`clause_en`, `clause_zh`); the user's is returned as `clause`. The ends of a range are
 * formatted.
 */
export function keyAndValues(said: string, language = 'en'): { key: string; values: Record<string, string> } {
  const at = said.indexOf('?');
  if (at < 0) return { key: said, values: {} };
  const own = languageOf(language) === 'zh' ? '_zh' : '_en';
  const values = [...new URLSearchParams(said.slice(at + 1))].map(([name, value]): [string, string] => [
    name.endsWith(own) ? name.slice(0, -own.length) : name,
    value,
  ]);
  const key = said.slice(0, at);
  return {
    key,
    values: Object.fromEntries(
      key === RANGE ? values.map(([name, value]) => [name, formatDecimal(value, 0, language)]) : values,
    ),
  };
}
