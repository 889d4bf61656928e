import type { PeriodEnergy } from '@voltloop/contract/calls/telemetry.ts';
import { selfConsumption } from '@voltloop/domain/energy/shares.ts';
import { useTranslation } from 'react-i18next';
import { NO_VALUE, useFormat } from '../../ui/index.ts';
import styles from './figures.module.css';

/** Self-sufficiency (load covered by solar and battery) and own consumption of solar. */
export function Independence({ day }: { day: PeriodEnergy | undefined }) {
  const { t } = useTranslation('energy');
  const { number } = useFormat();
  const consumption = day?.total ? selfConsumption([day.total]) : null;
  const rows = [
    { name: 'sufficiency', share: day?.self_sufficiency ?? null, color: 'var(--vl-energy-charge)' },
    { name: 'consumption', share: consumption, color: 'var(--vl-energy-solar)' },
  ] as const;
  return (
    <dl className={styles.shares}>
      {rows.map(({ name, share, color }) => (
        <div key={name}>
          <dt title={t(`share.${name}Text`)}>{t(`share.${name}`)}</dt>
          <dd>
            {share === null ? NO_VALUE : `${number(share * 100, 0)} %`}
            <span className={styles.track}>
              <span className={styles.bar} style={{ width: `${(share ?? 0) * 100}%`, background: color }} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
