import { useQueryClient } from '@tanstack/react-query';
import { lineFieldsOf, type Resource } from '@voltloop/resource-kit';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors.ts';
import { languageOf } from '../../context/language-of.ts';
import { joinTexts } from '../../ui/form/field-words.ts';
import { useFieldWords } from '../../ui/form/use-field-words.ts';
import { ErrorWords, InWords } from '../../ui/index.ts';
import { isOpen, type Row, type StepViews } from '../resources/index.ts';
import { countDifferences, groupProblems, lineKeyIn, rangesOf } from './line-problems.ts';
import { openLines } from './open-lines.ts';
import { documentLines } from './queries.ts';

const problemsOfLines = (error: unknown) =>
  error instanceof ApiError && error.fields.some(({ path }) => lineKeyIn(path)) ? error.fields : null;

/** The steps of a document: none with lines that its page has not shown, and refusals that name the lines. */
export function useSteps(row: Row, resource: Resource): StepViews {
  // Not suspending: the texts are needed only once a step is refused.
  const { t, i18n } = useTranslation('documents', { useSuspense: false });
  const client = useQueryClient();
  const describe = useContext(ErrorWords);
  const words = useFieldWords();
  const options = documentLines(resource.name, row.id);
  return {
    before: async (step) => {
      if (!isOpen(resource, row) || resource.life?.steps[step]?.danger) return;
      await openLines.get(row.id)?.settle();
      const seen = client.getQueryData(options.queryKey);
      const now = await client.fetchQuery({ ...options, staleTime: 0 });
      const count = seen ? countDifferences(lineFieldsOf(now.declared), seen.lines, now.lines) : 0;
      if (count > 0) throw new InWords(t('changedElsewhere', { count }));
    },
    onRefused: (error) => {
      if (problemsOfLines(error)) openLines.get(row.id)?.check();
    },
    describe: (error) => {
      const problems = problemsOfLines(error);
      if (!problems) return describe(error);
      const lines = openLines.get(row.id)?.lines ?? client.getQueryData(options.queryKey)?.lines ?? [];
      const separator = languageOf(i18n.language) === 'zh' ? '、' : ', ';
      const groups = groupProblems(
        problems,
        lines,
        ({ key, message }) => words({ type: key, message }) ?? message,
      );
      return joinTexts(
        groups.map(({ text, numbers, name }) => {
          if (numbers.length === 0) return text;
          const values = { lines: rangesOf(numbers, separator), count: numbers.length, name, text };
          return t(name ? 'refusedLine' : 'refusedLines', values);
        }),
        i18n.language,
      );
    },
  };
}
