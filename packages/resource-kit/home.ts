import type { Condition } from './condition.ts';
import type { Words } from './fields.ts';

/** Something that somebody should look at soon: the rows that a filter finds. */
export interface Warning {
  /** Unique within the resource. */
  name: string;
  words: Words;
  tone: 'warning' | 'danger' | 'info';
  /** @param day A day of China's calendar so many days from today (negative: before), yyyy-MM-dd. */
  filter: (day: (offset_days: number) => string) => readonly Condition[];
  /** The day that it is about, shown beside each row, the earliest first. */
  date?: string;
}

/** What a resource shows on the home of the back office; one without is not there. */
export interface Home {
  warnings: readonly Warning[];
}
