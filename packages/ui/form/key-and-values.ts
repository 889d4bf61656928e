import { languageOf } from '../format.ts';
/**
 * Splits a key of a catalogue from the values of its text: `check.range?min=1&max=5`. A value that is a word is
 * given in both languages (`clause_en`, `clause_zh`); the user's is returned as `clause`.
 */
export function keyAndValues(said: string, language = 'en'): { key: string; values: Record<string, string> } {
  const at = said.indexOf('?');
  if (at < 0) return { key: said, values: {} };
  const own = languageOf(language) === 'zh' ? '_zh' : '_en';
  const values = [...new URLSearchParams(said.slice(at + 1))].map(([name, value]): [string, string] => [
    name.endsWith(own) ? name.slice(0, -own.length) : name,
    value,
  ]);
  return { key: said.slice(0, at), values: Object.fromEntries(values) };
}
