import enChecks from '../../web/i18n/checks.en.json' with { type: 'json' };
import zhChecks from '../../web/i18n/checks.zh.json' with { type: 'json' };
import enFields from '../../web/i18n/fields.en.json' with { type: 'json' };
import zhFields from '../../web/i18n/fields.zh.json' with { type: 'json' };
import enRules from '../../web/i18n/rules.en.json' with { type: 'json' };
import zhRules from '../../web/i18n/rules.zh.json' with { type: 'json' };

/*
 * The texts of field errors are in the console's catalogue. Replies to programs and a workbook of errors need them too,
 * and a second catalogue here would soon differ.
 */
const catalogues: Record<'en' | 'zh', readonly unknown[]> = {
  en: [enFields, enChecks, enRules],
  zh: [zhFields, zhChecks, zhRules],
};

/** The text of an error's key, with its parameters: `check.range?min=1&max=9`. Undefined for an unknown key. */
export function wordsOf(key: string, language: 'en' | 'zh'): string | undefined {
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
