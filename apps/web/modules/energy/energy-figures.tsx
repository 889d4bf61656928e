import { useTranslation } from 'react-i18next';
import { chartColor, energyColors } from '../../ui/chart/chart-colors.ts';
import { SkeletonLine, useFormat } from '../../ui/index.ts';
import styles from './figures.module.css';
import type { EnergyName } from './month-series.ts';

/** The fixed order of energies. */
const energyOrder = ['pv', 'charge', 'discharge', 'import', 'export'] as const;

interface EnergyFiguresProps {
  /** kWh */
  energies: Partial<Record<EnergyName, number | null>> | undefined;
  loading: boolean;
  /** Energies that the device has no counter of. */
  without?: readonly EnergyName[];
}

/** Five energies as figures, in the colours of the charts. */
export function EnergyFigures({ energies, loading, without = [] }: EnergyFiguresProps) {
  const { t } = useTranslation('energy');
  const shown = energyOrder.filter((name) => !without.includes(name));
  const figures = useFormat().energies(shown.map((name) => energies?.[name]));
  return (
    <dl className={styles.today}>
      {shown.map((name, index) => {
        const { text, unit } = figures[index]!;
        return (
          <div key={name}>
            <dt>
              <span
                className={styles.swatch}
                style={{ background: chartColor(energyColors[name], 0) }}
                aria-hidden="true"
              />
              {t(`energy.${name}`)}
            </dt>
            <dd>
              {loading ? (
                <SkeletonLine width={64} height={26} />
              ) : (
                <>
                  {text}
                  <span className={styles.unit}>{unit}</span>
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
