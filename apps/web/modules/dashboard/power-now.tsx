import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/query-failure.ts';
import { ErrorState, useFormat } from '../../ui/index.ts';
import { NO_VALUE, powerScale } from '../../ui/text/format.ts';
import wall from '../../ui/wall/wall.module.css';
import { batteryDirection, gridDirection } from '../things/index.ts';
import styles from './operation-page.module.css';
import { power } from './queries.ts';

/**
 * Current power of the whole fleet: sun, load, batteries, grid, with the direction in words, and the mean state of
 * charge.
 */
export function PowerNow({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const now = useQuery(power(tenantId));
  const failure = failureOf(now);
  if (failure) return <ErrorState compact error={failure} onRetry={() => void now.refetch()} />;
  const battery = batteryDirection(now.data?.bat_power_w);
  const grid = gridDirection(now.data?.grid_power_w);
  const rows = [
    { key: 'pv', power_w: now.data?.pv_power_w, word: '' },
    { key: 'load', power_w: now.data?.load_power_w, word: '' },
    { key: 'battery', power_w: now.data?.bat_power_w, word: battery ? t(`power.${battery}`) : '' },
    { key: 'grid', power_w: now.data?.grid_power_w, word: grid ? t(`power.${grid}`) : '' },
  ] as const;
  const scale = powerScale(Math.max(...rows.map((row) => Math.abs(row.power_w ?? 0))));
  return (
    <dl className={styles.powers} aria-busy={now.isPending}>
      {rows.map(({ key, power_w, word }) => {
        // The direction is shown in words; a sign would repeat it.
        const text =
          power_w === undefined ? NO_VALUE : format.number(Math.abs(power_w) * scale.factor, scale.decimals);
        return (
          <div key={key} className={styles.power} data-kind={key}>
            <dt>{t(`power.${key}`)}</dt>
            <dd>
              <span className={`${wall.big} ${styles.figure}`}>{text}</span>{' '}
              <span className={styles.unit}>{scale.unit}</span>
              <span className={styles.word}>{word}</span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
