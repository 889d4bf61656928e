import { useTranslation } from 'react-i18next';
import { DayInput } from '../../ui/form/day-input.tsx';
import { Choice } from '../../ui/list/choice.tsx';
import styles from './statistics.module.css';
import { daysOf, type Period, type PeriodName, periodNames } from './statistics-url.ts';

interface PeriodChoiceProps {
  period: Period;
  today: string;
  onChange: (period: Period) => void;
  /** The periods to offer; not all fit every page. */
  names?: readonly PeriodName[];
}

/** Selects a period by its name, or by its first and last day. */
export function PeriodChoice({ period, today, onChange, names = periodNames }: PeriodChoiceProps) {
  const { t } = useTranslation('statistics');
  const days = daysOf(period, today);
  const custom = (next: Partial<typeof days>) => {
    const [from, to] = [next.from || days.from, next.to || days.to];
    if (from <= to) onChange({ name: 'custom', from, to });
  };
  return (
    <span className={styles.period}>
      <Choice
        label={t('period.label')}
        value={period.name}
        data={names.map((name) => ({ value: name, label: t(`period.${name}`) }))}
        onChange={(name) => onChange({ name: name as PeriodName, ...days })}
      />
      <DayInput
        size="xs"
        w={118}
        aria-label={t('period.from')}
        value={days.from}
        max={days.to}
        onChange={(from) => custom({ from })}
      />
      <DayInput
        size="xs"
        w={118}
        aria-label={t('period.to')}
        value={days.to}
        min={days.from}
        max={today}
        onChange={(to) => custom({ to })}
      />
    </span>
  );
}
