import { NO_VALUE, SkeletonRows, useFormat } from '@voltloop/ui';
import { useTranslation } from 'react-i18next';
import { changeOf, type Energies, energyNames } from './site-energy.ts';
import styles from './sites.module.css';

/** Sums of two periods side by side. */
export function PeriodComparison({ now, before }: { now: Energies; before: Energies | undefined }) {
  const { t } = useTranslation(['sites', 'things']);
  const { number } = useFormat();
  if (!before) return <SkeletonRows rows={3} />;
  const kwh = (value: number | null) => (value === null ? NO_VALUE : `${number(value, 1)} kWh`);
  return (
    <table className={styles.compare}>
      <thead>
        <tr>
          <th>{t('energy.energy')}</th>
          <th>{t('energy.now')}</th>
          <th>{t('energy.before')}</th>
          <th>{t('energy.change')}</th>
        </tr>
      </thead>
      <tbody>
        {energyNames.map((name) => {
          const change = changeOf(now[name], before[name]);
          return (
            <tr key={name}>
              <th scope="row">{t(`energy.${name}`, { ns: 'things' })}</th>
              <td>{kwh(now[name])}</td>
              <td>{kwh(before[name])}</td>
              <td>{change === null ? NO_VALUE : `${change > 0 ? '+' : ''}${number(change * 100, 0)} %`}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
