import type { Condition } from './condition.ts';
import type { Words } from './fields.ts';

/** A warning on the home page: the rows that match a filter and need attention. */
export interface Warning {
  /** Unique within the resource. */
  name: string;
  words: Words;
  tone: 'warning' | 'danger' | 'info';
  /** @param day A day of China's calendar by its offset from today in days, yyyy-MM-dd. */
  filter: (day: (offset_days: number) => string) => readonly Condition[];
  /** The field with the due day, shown beside each row; rows are sorted by it, earliest first. */
  date?: string;
}

/** What a resource shows on the home page of the back office; without it the resource is not shown there. */
export interface Home {
  warnings: readonly Warning[];
}
