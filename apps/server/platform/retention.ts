/** Retention of each kind of data in days; 0 keeps it for ever. */
export interface Retention {
  raw: number;
  quarterHours: number;
  frames: number;
  events: number;
  commands: number;
}

export const DAY_MS = 86_400_000;

/**
 * The start of the oldest month (UTC) kept under a retention in days: a month is deleted as a whole, once its end is
 * too old. Null: all are kept.
 */
export function firstKeptMonth(days: number, now_ms: number): number | null {
  if (days === 0) return null;
  const limit = new Date(now_ms - days * DAY_MS);
  return Date.UTC(limit.getUTCFullYear(), limit.getUTCMonth());
}

/** The oldest accepted device time of frames: an older one would partly refill a month whose readings were deleted. */
export function oldestFrame(
  { raw, quarterHours }: Pick<Retention, 'raw' | 'quarterHours'>,
  now_ms: number,
): number {
  return Math.max(firstKeptMonth(raw, now_ms) ?? 0, firstKeptMonth(quarterHours, now_ms) ?? 0);
}

/** Events that ended before this moment are deleted; null: all are kept. */
export function oldestEvent({ events }: Pick<Retention, 'events'>, now_ms: number): number | null {
  return events === 0 ? null : now_ms - events * DAY_MS;
}

/** The days of a tenant; null where the settings apply. */
export type OwnRetention = { [K in keyof Retention]: number | null };

/** The resulting days of a tenant. */
export function retentionOf(settings: Retention, own: Partial<OwnRetention> | undefined): Retention {
  return {
    raw: own?.raw ?? settings.raw,
    quarterHours: own?.quarterHours ?? settings.quarterHours,
    frames: own?.frames ?? settings.frames,
    events: own?.events ?? settings.events,
    commands: own?.commands ?? settings.commands,
  };
}
