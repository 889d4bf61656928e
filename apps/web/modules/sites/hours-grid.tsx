import { useTranslation } from 'react-i18next';
import styles from './sites.module.css';

interface HoursGridProps {
  /** Label for the kind of days. */
  label: string;
  /** Names of the rates. */
  rates: readonly string[];
  /** Index of the rate of each hour. */
  hours: readonly number[];
  onChange: (hours: number[]) => void;
}

/** The hours of a day, each with its rate; pressing an hour selects the next rate. */
export function HoursGrid({ label, rates, hours, onChange }: HoursGridProps) {
  const { t } = useTranslation('sites');
  return (
    <fieldset className={styles.hours}>
      <legend>{label}</legend>
      {hours.map((rate, hour) => (
        <button
          key={hour}
          type="button"
          data-rate={rate}
          aria-label={t('tariff.hour', { from: hour, until: hour + 1, rate: rates[rate] ?? '' })}
          title={rates[rate]}
          onClick={() => onChange(hours.map((each, i) => (i === hour ? (rate + 1) % rates.length : each)))}
        >
          {hour}
        </button>
      ))}
    </fieldset>
  );
}
