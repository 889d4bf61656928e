import { languageOf } from '../../context/language-of.ts';
import { formatDecimal } from '../text/format.ts';

/**
 * Splits a key of a catalogue from the values of its text: `check.range?min=1&max=5`. A value that is a word is
 * given in both languages (`clause_en`, `clause_zh`); the user's is returned as `clause`. The ends of a range are
 * formatted.
 */
export function keyAndValues(said: string, language = 'en'): { key: string; values: Record<string, string> } {
  const [key = '', query] = said.split('?');
  const own = new RegExp(`_${languageOf(language)}$`);
  const values = [...new URLSearchParams(query)].map(([name, value]) => [
    name.replace(own, ''),
    key === 'check.range' ? formatDecimal(value, 0, language) : value,
  ]);
  return { key, values: Object.fromEntries(values) };
}
