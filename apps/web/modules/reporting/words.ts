import type { ReportProblem } from '@voltloop/contract/calls/reporting.ts';
import { type ReportField, reportFields } from '@voltloop/domain/reporting/fields.ts';
import { useFieldWords } from '@voltloop/ui/form/field-words.ts';
import { useTranslation } from 'react-i18next';
import { useListLanguage } from './badges.tsx';

/** The text of a problem: from the catalogues if it is a key, otherwise the platform's own text. */
export function useWrongWords(): (problem: string | null) => string {
  const words = useFieldWords();
  return (problem) => (problem === null ? '' : (words({ message: problem }) ?? problem));
}

/** The text of a problem of a record, by its type. */
export function useProblemWords(type: number): (problem: ReportProblem) => string {
  const { t } = useTranslation('reporting');
  const of = useListLanguage();
  const wrong = useWrongWords();
  return ({ field, key }) => {
    const name = nameOf(type, field, of);
    return name === null ? wrong(key) : t('problem', { field: name, wrong: wrong(key) });
  };
}

/** The label of a field, e.g. for the path `components.0.origCode`; null: the record as a whole. */
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
