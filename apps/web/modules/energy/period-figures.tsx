import { useTranslation } from 'react-i18next';
import { chartColor, energyColors } from '../../ui/chart/chart-colors.ts';
import { NO_VALUE, SkeletonLine, useFormat } from '../../ui/index.ts';
import { formatChange } from '../../ui/tile/change.ts';
import styles from './energy-card.module.css';
import type { EnergyName } from './month-series.ts';
import {
  type Against,
  byName,
  changeOf,
  type EnergyPeriod,
  sinks,
  sources,
  sufficiencyChange,
} from './period-sums.ts';

interface PeriodFiguresProps {
  period: EnergyPeriod | undefined;
  against: Against | null;
  brief?: boolean | undefined;
  without: readonly EnergyName[];
  loading: boolean;
}

/** The totals of a period, each with its chart colour and its change to the compared period. */
export function PeriodFigures({ period, against, brief, without, loading }: PeriodFiguresProps) {
  const { t } = useTranslation('energy');
  const { energies, number, language } = useFormat();
  const names = (brief ? (['load', 'pv'] as const) : [...sources, ...sinks]).filter(
    (name) => !without.includes(name),
  );
  const totals = byName(period?.total);
  const texts = energies(names.map((name) => totals[name]));
  const pair = against && period ? period[against] : null;
  const sufficiency = period?.self_sufficiency ?? null;
  const points = sufficiency === null ? null : sufficiencyChange(pair);
  const pointsText = (value: number | null) => {
    if (value === null) return NO_VALUE;
    const rounded = Math.round(value);
    const sign = rounded > 0 ? '+' : rounded < 0 ? '−' : '±';
    return `${sign}${t('period.points', { value: number(Math.abs(rounded), 0) })}`;
  };
  return (
    <dl className={styles.figures}>
      {names.map((name, i) => (
        <Figure
          key={name}
          label={t(`energy.${name}`)}
          color={chartColor(energyColors[name], 0)}
          text={texts[i]?.text ?? NO_VALUE}
          unit={texts[i]?.unit ?? ''}
          change={pair && formatChange(changeOf(pair, name), language)}
          loading={loading}
        />
      ))}
      <Figure
        label={t('share.sufficiency')}
        text={sufficiency === null ? NO_VALUE : number(sufficiency * 100, 0)}
        unit={sufficiency === null ? '' : '%'}
        change={pair && pointsText(points)}
        loading={loading}
      />
    </dl>
  );
}

interface FigureProps {
  label: string;
  color?: string;
  text: string;
  unit: string;
  /** Change to the former value; null without a comparison. */
  change: string | null;
  loading: boolean;
}

function Figure({ label, color, text, unit, change, loading }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt>
        {color && <span className={styles.swatch} style={{ background: color }} aria-hidden="true" />}
        {label}
      </dt>
      <dd>
        {loading ? (
          <SkeletonLine width={72} height={26} />
        ) : (
          <>
            <span className={styles.value}>{text}</span> <span className={styles.unit}>{unit}</span>
            {change !== null && <span className={styles.change}>{change}</span>}
          </>
        )}
      </dd>
    </div>
  );
}
