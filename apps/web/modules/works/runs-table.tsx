import type { RecoveryOfYear } from '@voltloop/contract/calls/works.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { languageOf, NO_VALUE, useFormat } from '@voltloop/ui';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMayOpen } from '../../context/may-open.ts';
import { rowPath } from '../resources/index.ts';
import styles from './works.module.css';

const columns = ['run', 'day', 'step', 'in', 'out', 'pct', 'metals'] as const;
const numbers: ReadonlySet<string> = new Set(['in', 'out', 'pct']);

/** The recovery of each run of the year, by metal; its number links to the run. */
export function RunsTable({ runs }: { runs: RecoveryOfYear['byRun'] }) {
  const { t } = useTranslation('works');
  const { language, number } = useFormat();
  const mayOpen = useMayOpen();
  const of = languageOf(language);
  const share = (pct: string | null, decimals: number) =>
    pct === null ? NO_VALUE : `${number(Number(pct), decimals)} %`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be focusable
    <section className={styles.scroll} aria-label={t('year.byRun')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" data-number={numbers.has(name) || undefined}>
                {t(`run.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map(({ id, no, day, step, inKg, outKg, pct, elements }) => {
            const path = rowPath('recyclingRun', id);
            return (
              <tr key={id}>
                <th scope="row" data-keep>
                  {mayOpen(path) ? <Link to={path}>{no}</Link> : no}
                </th>
                <td data-keep>{day}</td>
                <td data-keep>{optionLabel('recyclingStep', step, of)}</td>
                <td data-number>{number(Number(inKg), 1)}</td>
                <td data-number>{number(Number(outKg), 1)}</td>
                <td data-number>{share(pct, 1)}</td>
                <td>
                  {elements.length === 0
                    ? NO_VALUE
                    : elements.map((each) => `${each.element} ${share(each.pct, 1)}`).join(' · ')}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
