import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/query-failure.ts';
import { ErrorState, SkeletonLine, useFormat } from '../../ui/index.ts';
import { formatChange } from '../../ui/tile/change.ts';
import { changeOf, energy, energyOf } from '../energy/index.ts';
import styles from './operation-page.module.css';

const ENERGIES = ['pv', 'charge', 'discharge', 'import', 'export'] as const;
const PERIODS = ['today', 'month'] as const;
const AGAINST = ['previous', 'year_ago'] as const;

/**
 * Energy of the current day and month, each with its change against the same part of the previous period and of the
 * year before.
 */
export function EnergyNow({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation(['dashboard', 'energy']);
  const format = useFormat();
  const sums = useQuery(energy(tenantId));
  // For a fleet too large to compare, changes are missing but sums are shown.
  const former = {
    today: useQuery(energyOf(tenantId)({ period: 'day', day: undefined })).data,
    month: useQuery(energyOf(tenantId)({ period: 'month', day: undefined })).data,
  };
  const failure = failureOf(sums);
  if (failure) return <ErrorState compact error={failure} onRetry={() => void sums.refetch()} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keys
    // biome-ignore lint/a11y/useSemanticElements: the region around it has the same name already
    <div className={styles.energyBox} role="group" aria-labelledby="energy-now" tabIndex={0}>
      <table className={styles.energies} aria-busy={sums.isPending}>
        <thead>
          <tr>
            <th>
              <span className="visually-hidden">{t('energy.period')}</span>
            </th>
            {ENERGIES.map((name) => (
              <th key={name} scope="col">
                {t(`energy.${name}`, { ns: 'energy' })}
              </th>
            ))}
          </tr>
        </thead>
        {PERIODS.map((period) => (
          <tbody key={period}>
            <tr>
              <th scope="row">{t(`energy.${period}`)}</th>
              {format
                .energies(ENERGIES.map((name) => sums.data?.[period][`${name}_kwh`]))
                .map(({ text, unit }, index) => (
                  <td key={ENERGIES[index]}>
                    {sums.isPending ? (
                      <SkeletonLine width="2.6em" />
                    ) : (
                      <>
                        {text} <span className={styles.unit}>{unit}</span>
                      </>
                    )}
                  </td>
                ))}
            </tr>
            {AGAINST.map((against) => {
              const pair = former[period]?.[against];
              if (!pair) return null;
              return (
                <tr key={against} className={styles.change}>
                  <th scope="row">{t(`energy.against.${against}.${period}`)}</th>
                  {ENERGIES.map((name) => (
                    <td key={name}>{formatChange(changeOf(pair, name), format.language)}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        ))}
      </table>
    </div>
  );
}
