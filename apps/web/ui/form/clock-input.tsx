import '@mantine/dates/styles.layer.css';
import { TimePicker, type TimePickerProps } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import styles from './clock-input.module.css';

export interface ClockInputProps
  extends Omit<TimePickerProps, 'label' | 'value' | 'onChange' | 'format' | 'withSeconds'> {
  label: string;
  /** `HH:mm`; empty for none. */
  value: string;
  onChange: (value: string) => void;
}

/**
 * A time of day in 24 hours, as everywhere in the console; the browser's own input would follow the browser's locale.
 */
export function ClockInput({ label, value, onChange, ...rest }: ClockInputProps) {
  const { t } = useTranslation('ui');
  return (
    <TimePicker
      {...rest}
      classNames={{ field: styles.field ?? '' }}
      label={label}
      hoursInputLabel={t('clock.hours', { label })}
      minutesInputLabel={t('clock.minutes', { label })}
      value={value}
      onChange={(next) => onChange(next.slice(0, 5))}
    />
  );
}
