import type { SeriesColor } from './chart-colors.ts';

/** One line of a {@link TimeChart}. Series with the same unit share an axis: the first unit left, the second right. */
export interface TimeSeries {
  key: string;
  label: string;
  unit?: string;
  /** One value per time; null is a gap. */
  values: readonly (number | null)[];
  color?: SeriesColor;
  kind?: 'line' | 'area' | 'step' | 'bars';
  dashed?: boolean;
  decimals?: number;
  /** Initially hidden; the legend shows it. */
  hidden?: boolean;
}

/** A time range to tint behind the lines: an outage, an event. */
export interface TimeBand {
  begin_ms: number;
  end_ms: number;
  tone: 'warning' | 'danger' | 'info';
  /** With a line at the top, and wide enough to be seen. */
  marked?: boolean;
}
