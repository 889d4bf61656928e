import type { ReportProblem } from '@voltloop/contract/calls/reporting.ts';
import { fieldName, withFieldNames } from '@voltloop/domain/reporting/name-fields.ts';
import { useTranslation } from 'react-i18next';
import { useFieldWords } from '../../ui/form/use-field-words.ts';
import { useListLanguage } from './badges.tsx';

/** The text of a problem: from the catalogues if it is a key, otherwise the platform's own text. */
export function useWrongWords(): (problem: string | null) => string {
  const words = useFieldWords();
  return (problem) => (problem === null ? '' : (words({ message: problem }) ?? problem));
}

/** The text of a refusal of a record of this type: that of the platform with the labels of our fields. */
export function useRefusalWords(): (type: number, refusal: string | null) => string {
  const of = useListLanguage();
  const wrong = useWrongWords();
  return (type, refusal) => withFieldNames(type, wrong(refusal), of);
}

/** The text of a problem of a record, by its type. */
export function useProblemWords(type: number): (problem: ReportProblem) => string {
  const { t } = useTranslation('reporting');
  const of = useListLanguage();
  const wrong = useWrongWords();
  return ({ field, key }) => {
    const name = fieldName(type, field, of);
    return name === null ? wrong(key) : t('problem', { field: name, wrong: wrong(key) });
  };
}
