import { useQuery } from '@tanstack/react-query';
import type { RunBalance } from '@voltloop/contract/calls/works.ts';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { Card, formatDecimal, StatusBadge } from '../../ui/index.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import type { Row } from '../resources/index.ts';
import { runBalance } from './queries.ts';
import styles from './works.module.css';

const RunSankey = lazy(() => import('./run-sankey.tsx'));
const UNIT = 'kg';

const sides = [
  ['in', 'added'],
  ['out', 'residue', 'loss', 'water', 'difference'],
] as const satisfies readonly (readonly (keyof RunBalance)[])[];

/** Inputs and outputs of a run, and whether they balance. */
export function BalancePanel({ row }: { row: Row }) {
  const { t, i18n } = useTranslation('works');
  const mass = (text: string) => formatDecimal(text, 0, languageOf(i18n.language));
  const found = useQuery(runBalance(row.id, row.version));
  if (!found.data) return <QueryPlaceholder of={found} rows={6} />;
  const balance = found.data;
  // Discharging does not change the goods.
  if (row.preset === 'discharge') return <Card>{t('balance.discharge')}</Card>;
  return (
    <Card>
      <p className={styles.state}>
        <StatusBadge tone={balance.balanced ? 'ok' : 'danger'}>
          {t(balance.balanced ? 'balance.balanced' : 'balance.unbalanced')}
        </StatusBadge>{' '}
        {t('balance.allowed', { kg: mass(balance.allowed) })}
      </p>
      <div className={styles.sides}>
        {sides.map((names, side) => (
          <table key={names[0]}>
            <caption>{t(side === 0 ? 'balance.goesIn' : 'balance.comesOut')}</caption>
            <tbody>
              {names.map((name) => (
                <tr key={name}>
                  <th scope="row">{t(`balance.${name}`)}</th>
                  <td>
                    {mass(balance[name])} {UNIT}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
      <p className={styles.note}>{t('balance.note')}</p>
      <Suspense>
        <RunSankey row={row} balance={balance} />
      </Suspense>
    </Card>
  );
}
