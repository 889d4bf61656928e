/// <reference lib="esnext.temporal" />
import { offsetText } from '@voltloop/domain/clock/clock-time.ts';

/** Wall-clock time of one zone, fast for ascending times: the offset is looked up once an hour. */
export class ZoneClock {
  readonly #zone: string;
  #from_ms = 1;
  #to_ms = 0;
  #offset_ms = 0;

  constructor(zone: string) {
    this.#zone = zone;
  }

  /** Offset of the zone from UTC at a time, in ms. Changes only at full quarter-hours. */
  offset(time_ms: number): number {
    if (time_ms < this.#from_ms || time_ms >= this.#to_ms) {
      this.#from_ms = Math.floor(time_ms / 900_000) * 900_000;
      this.#to_ms = this.#from_ms + 900_000;
      const zoned = Temporal.Instant.fromEpochMilliseconds(time_ms).toZonedDateTimeISO(this.#zone);
      this.#offset_ms = zoned.offsetNanoseconds / 1e6;
    }
    return this.#offset_ms;
  }

  /** The offset at a time as text: `+05:45`. */
  offsetText(time_ms: number): string {
    return offsetText(this.offset(time_ms));
  }

  /** `2026-11-21T10:05:08+05:45`, with milliseconds if not zero. */
  iso(time_ms: number): string {
    const local = new Date(time_ms + this.offset(time_ms)).toISOString();
    return local.replace(/(\.000)?Z$/, this.offsetText(time_ms));
  }

  /**
   * Days since 1899-12-30 of the wall clock, as in spreadsheets; plus 43 µs, so that a program that truncates to
   * milliseconds does not show the previous one.
   */
  sheetDays(time_ms: number): number {
    return (time_ms + this.offset(time_ms)) / 86_400_000 + 25_569 + 5e-10;
  }
}
