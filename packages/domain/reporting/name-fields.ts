import { type ReportField, reportFields } from './fields.ts';

/** The label of a field of a record, e.g. for the path `components.0.origCode`; null for no field of the type. */
export function fieldName(type: number, path: string, language: 'en' | 'zh'): string | null {
  let fields: readonly ReportField[] = reportFields(type);
  const names: string[] = [];
  for (const step of path.split('.')) {
    if (/^\d+$/.test(step)) names.push(String(Number(step) + 1));
    else {
      const field = fields.find(({ name }) => name === step);
      if (!field) return null;
      names.push(field.words[language]);
      fields = field.of ?? [];
    }
  }
  return names.join(' ');
}

/** A field of the wire at the beginning of a refusal, or after a separator of several. */
const NAMED = /(^|[;；,，、\n]\s*)([A-Za-z]\w*(?:\.\w+)*)(\s*[:：]\s*)/g;

/** The platform's text with the labels of fields instead of their names on the wire; other text is unchanged. */
export const withFieldNames = (type: number, text: string, language: 'en' | 'zh'): string =>
  text.replace(NAMED, (all, before: string, path: string) => {
    const name = fieldName(type, path, language);
    return name === null ? all : `${before}${name}${language === 'zh' ? '：' : ': '}`;
  });
