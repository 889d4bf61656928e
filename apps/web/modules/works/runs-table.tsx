import type { RecoveryOfYear } from '@voltloop/contract/calls/works.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { AllowedLink } from '../../ui/allowed-link.tsx';
import { type FactsColumn, FactsTable } from '../../ui/facts/facts-table.tsx';
import { NO_VALUE, useFormat } from '../../ui/index.ts';
import { rowPath } from '../resources/index.ts';

type Run = RecoveryOfYear['byRun'][number];

/** The recovery of each run of the year, by metal; its number links to the run. */
export function RunsTable({ runs }: { runs: RecoveryOfYear['byRun'] }) {
  const { t } = useTranslation('works');
  const { language, number } = useFormat();
  const of = languageOf(language);
  const share = (pct: string | null) => (pct === null ? NO_VALUE : `${number(Number(pct), 1)} %`);
  const columns: FactsColumn<Run>[] = [
    {
      id: 'run',
      header: t('run.run'),
      name: true,
      cell: ({ id, no }) => (
        <AllowedLink className="link" to={rowPath('recyclingRun', id)}>
          {no}
        </AllowedLink>
      ),
    },
    { id: 'day', header: t('run.day'), cell: ({ day }) => day },
    { id: 'step', header: t('run.step'), cell: ({ step }) => optionLabel('recyclingStep', step, of) },
    { id: 'in', header: t('run.in'), number: true, cell: ({ inKg }) => number(Number(inKg), 1) },
    { id: 'out', header: t('run.out'), number: true, cell: ({ outKg }) => number(Number(outKg), 1) },
    { id: 'pct', header: t('run.pct'), number: true, cell: ({ pct }) => share(pct) },
    {
      id: 'metals',
      header: t('run.metals'),
      wide: true,
      cell: ({ elements }) =>
        elements.map(({ element, pct }) => `${element} ${share(pct)}`).join(' · ') || NO_VALUE,
    },
  ];
  return <FactsTable label={t('year.byRun')} columns={columns} rows={runs} keyOf={({ id }) => id} />;
}
