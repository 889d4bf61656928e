import enChecks from '../../../../web/i18n/en/checks.json' with { type: 'json' };
import enFields from '../../../../web/i18n/en/fields.json' with { type: 'json' };
import enRules from '../../../../web/i18n/en/rules.json' with { type: 'json' };
import zhChecks from '../../../../web/i18n/zh/checks.json' with { type: 'json' };
import zhFields from '../../../../web/i18n/zh/fields.json' with { type: 'json' };
import zhRules from '../../../../web/i18n/zh/rules.json' with { type: 'json' };
import type { Language } from '../../imports/index.ts';

/*
 * The words of field errors are the console's catalogue. A workbook of errors needs them in the reader's language too,
 * and a second list of them here would soon say something else.
 */
const catalogues: Record<Language, readonly unknown[]> = {
  en: [enFields, enChecks, enRules],
  zh: [zhFields, zhChecks, zhRules],
};

/** The words of an error's key, with the values that it names: `check.range?min=1&max=9`. Undefined where there are none. */
export function wordsOf(key: string, language: Language): string | undefined {
  const [path = '', values = ''] = key.split('?');
  const named = new URLSearchParams(values);
  for (const catalogue of catalogues[language]) {
    const text = path
      .split('.')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], catalogue);
    if (typeof text === 'string') return text.replace(/\{\{(\w+)\}\}/g, (_, name) => named.get(name) ?? '');
  }
  return undefined;
}
