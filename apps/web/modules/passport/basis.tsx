import type { PassportBasis } from '@voltloop/contract/calls/passports.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/index.ts';
import styles from './passport.module.css';

/** The period that a value is computed from: single discharges, or all readings. */
export function Basis({ basis }: { basis: PassportBasis }) {
  const { t } = useTranslation('passport');
  const { date, number } = useFormat();
  if (basis.kind === 'readings') {
    const { from, to, hours, limit } = basis;
    return (
      <small className={styles.source}>
        {t('basis.readings', {
          from: date(from, 'date'),
          to: date(to, 'date'),
          hours: number(hours),
          limit: number(limit, 1),
        })}
      </small>
    );
  }
  const { discharges, uncertainty_pct } = basis;
  return (
    <details className={styles.source}>
      <summary>
        {t('basis.discharges', { count: discharges.length, uncertainty: number(uncertainty_pct, 1) })}
      </summary>
      <ul>
        {discharges.map(({ from, to, fromSoc_pct, toSoc_pct, energy_kWh }) => (
          <li key={from}>
            {t('basis.discharge', {
              from: date(from, 'dateTime'),
              to: date(to, 'dateTime'),
              begin: number(fromSoc_pct, 1),
              end: number(toSoc_pct, 1),
              energy: number(energy_kWh, 2),
            })}
          </li>
        ))}
      </ul>
    </details>
  );
}
