import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/zh-cn';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { useFormat } from '../text/format.ts';

export interface DayInputProps
  extends Omit<DateInputProps, 'value' | 'onChange' | 'valueFormat' | 'minDate' | 'maxDate' | 'locale'> {
  /** `yyyy-MM-dd`, with `withTime` `yyyy-MM-dd HH:mm`; empty for none. */
  value: string;
  onChange: (value: string) => void;
  /** First and last allowed day, `yyyy-MM-dd`. */
  min?: string | undefined;
  max?: string | undefined;
}

/**
 * A day, typed or chosen from a calendar, in the year-first format of the console; the browser's own input
 * would follow the browser's locale.
 */
export function DayInput({
  value,
  onChange,
  min,
  max,
  withTime = false,
  popoverProps,
  onFocus,
  onClick,
  ...rest
}: DayInputProps) {
  const { t } = useTranslation('ui');
  const { language } = useFormat();
  // The calendar covers the content below the field, such as the submit button: after typing a complete day, a user would
  // press one of its days instead, so it closes. A click on the field opens it again.
  const [typed, setTyped] = useState(false);
  const length = withTime ? 16 : 10;
  return (
    <DateInput
      placeholder={t(withTime ? 'day.formatTime' : 'day.format')}
      {...rest}
      popoverProps={{ ...popoverProps, ...(typed && { opened: false }) }}
      onInput={(event) => setTyped(event.currentTarget.value.trim().length >= length)}
      onFocus={(event) => {
        setTyped(false);
        onFocus?.(event);
      }}
      onClick={(event) => {
        setTyped(false);
        onClick?.(event);
      }}
      ariaLabels={{
        previousMonth: t('day.previousMonth'),
        nextMonth: t('day.nextMonth'),
        previousYear: t('day.previousYear'),
        nextYear: t('day.nextYear'),
        previousDecade: t('day.previousDecade'),
        nextDecade: t('day.nextDecade'),
      }}
      withTime={withTime}
      valueFormat={withTime ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD'}
      locale={languageOf(language) === 'zh' ? 'zh-cn' : 'en'}
      allowDeselect
      value={value || null}
      onChange={(next) => onChange(next?.slice(0, length) ?? '')}
      minDate={min || undefined}
      maxDate={max || undefined}
    />
  );
}
