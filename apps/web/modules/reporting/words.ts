import type { ReportProblem } from '@voltloop/contract/calls/reporting.ts';
import { type ReportField, reportFields } from '@voltloop/domain/reporting/fields.ts';
import { useFieldWords } from '@voltloop/ui/form/field-words.ts';
import { useTranslation } from 'react-i18next';
import { useListLanguage } from './badges.tsx';

/** Words for what is wrong: of the catalogues where it is a key, as the platform said it where it is not. */
export function useWrongWords(): (said: string | null) => string {
  const words = useFieldWords();
  return (said) => (said === null ? '' : (words({ message: said }) ?? said));
}

/** Words for the problems of a record of a type. */
export function useProblemWords(type: number): (problem: ReportProblem) => string {
  const { t } = useTranslation('reporting');
  const of = useListLanguage();
  const wrong = useWrongWords();
  return ({ field, key }) => {
    const name = nameOf(type, field, of);
    return name === null ? wrong(key) : t('problem', { field: name, wrong: wrong(key) });
  };
}

/** What a field is called, `components.0.origCode` by the way to it; null: the record as a whole. */
function nameOf(type: number, path: string, of: 'en' | 'zh'): string | null {
  let fields: readonly ReportField[] = reportFields(type);
  const names: string[] = [];
  for (const step of path.split('.')) {
    if (/^\d+$/.test(step)) names.push(String(Number(step) + 1));
    else {
      const field = fields.find(({ name }) => name === step);
      if (!field) return null;
      names.push(field.words[of]);
      fields = field.of ?? [];
    }
  }
  return names.join(' ');
}
