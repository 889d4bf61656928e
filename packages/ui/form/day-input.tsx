import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/zh-cn';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format.ts';

export interface DayInputProps
  extends Omit<DateInputProps, 'value' | 'onChange' | 'valueFormat' | 'minDate' | 'maxDate' | 'locale'> {
  /** `yyyy-MM-dd`, with `withTime` `yyyy-MM-dd HH:mm`; empty for none. */
  value: string;
  onChange: (value: string) => void;
  /** First and last day that may be chosen, `yyyy-MM-dd`. */
  min?: string | undefined;
  max?: string | undefined;
}

/**
 * A day, typed or chosen from a calendar. It is written year first as everywhere in the console; the browser's own input
 * would follow the locale of the browser.
 */
export function DayInput({ value, onChange, min, max, withTime = false, ...rest }: DayInputProps) {
  const { t } = useTranslation('ui');
  const { language } = useFormat();
  return (
    <DateInput
      placeholder={t(withTime ? 'day.formatTime' : 'day.format')}
      {...rest}
      withTime={withTime}
      valueFormat={withTime ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD'}
      locale={language.startsWith('zh') ? 'zh-cn' : 'en'}
      allowDeselect
      value={value || null}
      onChange={(next) => onChange(next?.slice(0, withTime ? 16 : 10) ?? '')}
      minDate={min || undefined}
      maxDate={max || undefined}
    />
  );
}
