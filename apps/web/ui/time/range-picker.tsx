import { SegmentedControl } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import {
  isoDay,
  type RangeKind,
  rangeAround,
  shiftRange,
  startOfIsoDay,
  type TimeRange,
} from '@voltloop/domain/clock/zone-time.ts';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../form/day-input.tsx';
import { useFormat } from '../text/format.ts';
import styles from './range-picker.module.css';

export interface RangePickerProps {
  value: TimeRange;
  onChange: (range: TimeRange) => void;
  /** IANA zone whose calendar defines the days. */
  zone: string;
  /** The kinds to offer. */
  kinds?: readonly (RangeKind | 'custom')[];
}

/** Chooses a day, week, month or year by steps, or any range of days; ranges are half-open in the given zone. */
export function RangePicker({
  value,
  onChange,
  zone,
  kinds = ['day', 'week', 'month', 'year', 'custom'],
}: RangePickerProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const limit = Date.now();
  const last = value.end_ms - 1;

  const choose = (kind: string) => {
    if (kind === 'custom') onChange({ ...value, kind: 'custom' });
    else onChange(rangeAround(kind as RangeKind, Math.min(last, limit), zone));
  };
  const label =
    value.kind === 'day'
      ? format.date(value.begin_ms, 'date', zone)
      : value.kind === 'month'
        ? format.date(value.begin_ms, 'month', zone)
        : value.kind === 'year'
          ? format.date(value.begin_ms, 'year', zone)
          : `${format.date(value.begin_ms, 'date', zone)} – ${format.date(last, 'date', zone)}`;

  const setBegin = (text: string) => {
    const begin_ms = startOfIsoDay(text, zone);
    if (begin_ms === null) return;
    onChange({
      kind: 'custom',
      begin_ms,
      end_ms: begin_ms < value.end_ms ? value.end_ms : rangeAround('day', begin_ms, zone).end_ms,
    });
  };
  const setEnd = (text: string) => {
    const start_ms = startOfIsoDay(text, zone);
    if (start_ms === null) return;
    const day = rangeAround('day', start_ms, zone);
    onChange({
      kind: 'custom',
      begin_ms: Math.min(day.begin_ms, value.begin_ms),
      end_ms: day.end_ms,
    });
  };
  const setDay = (text: string) => {
    const start_ms = startOfIsoDay(text, zone);
    if (start_ms !== null && value.kind !== 'custom') onChange(rangeAround(value.kind, start_ms, zone));
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws its own legend and border
    <div className={styles.picker} role="group" aria-label={t('range.label')}>
      {kinds.length > 1 && (
        <SegmentedControl
          size="xs"
          value={value.kind}
          onChange={choose}
          data={kinds.map((kind) => ({ value: kind, label: t(`range.${kind}`) }))}
          aria-label={t('range.kind')}
        />
      )}
      <div className={styles.steps}>
        <button
          type="button"
          className={styles.step}
          aria-label={t('range.previous')}
          onClick={() => onChange(shiftRange(value, -1, zone))}
        >
          <IconChevronLeft size={16} />
        </button>
        {value.kind === 'custom' ? (
          <span className={styles.custom}>
            <DayInput
              size="xs"
              w={112}
              aria-label={t('range.from')}
              value={isoDay(value.begin_ms, zone)}
              max={isoDay(limit, zone)}
              onChange={setBegin}
            />
            <span aria-hidden="true">–</span>
            <DayInput
              size="xs"
              w={112}
              aria-label={t('range.to')}
              value={isoDay(last, zone)}
              max={isoDay(limit, zone)}
              onChange={setEnd}
            />
          </span>
        ) : (
          <label className={styles.current}>
            {/* The steps beside it change it. */}
            <span aria-live="polite">{label}</span>
            <input
              className={styles.hiddenInput}
              type="date"
              aria-label={`${t('range.pick')}: ${label}`}
              value={isoDay(value.begin_ms, zone)}
              max={isoDay(limit, zone)}
              onClick={(event) => event.currentTarget.showPicker?.()}
              onChange={(event) => setDay(event.currentTarget.value)}
            />
          </label>
        )}
        <button
          type="button"
          className={styles.step}
          aria-label={t('range.next')}
          disabled={value.end_ms > limit}
          onClick={() => onChange(shiftRange(value, 1, zone))}
        >
          <IconChevronRight size={16} />
        </button>
      </div>
    </div>
  );
}
