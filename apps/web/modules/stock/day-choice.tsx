import { chinaDay } from '@voltloop/resources/days.ts';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../ui/form/day-input.tsx';
import styles from './stock.module.css';

interface DayChoiceProps {
  /** yyyy-MM-dd; empty: today. */
  day: string;
  onChange: (day: string) => void;
}

/** Selects the day at whose end the stock is shown. */
export function DayChoice({ day, onChange }: DayChoiceProps) {
  const { t } = useTranslation('stock');
  const today = chinaDay(new Date());
  return (
    <span className={styles.day}>
      <span className={styles.quiet} aria-hidden="true">
        {t('day.label')}
      </span>
      <DayInput
        size="xs"
        w={128}
        aria-label={t('day.label')}
        value={day || today}
        max={today}
        onChange={(chosen) => onChange(chosen === today ? '' : chosen)}
      />
      {day && (
        <button type="button" className={styles.back} onClick={() => onChange('')}>
          {t('day.today')}
        </button>
      )}
    </span>
  );
}
