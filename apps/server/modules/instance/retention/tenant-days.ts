import { sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';
import { type Retention, retentionOf } from '../../../platform/retention.ts';
import type { Scope } from './measurements.ts';

/** Retention days of the tenants. */

export interface TenantDays {
  id: string;
  days: Retention;
}

export async function tenantDays(db: Db, settings: Retention): Promise<TenantDays[]> {
  const { rows } = await sql<{
    id: string;
    raw_days: number | null;
    quarter_hour_days: number | null;
    frames_days: number | null;
    events_days: number | null;
    commands_days: number | null;
  }>`
    select id, raw_days, quarter_hour_days, frames_days, events_days, commands_days from tenants
    order by id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    days: retentionOf(settings, {
      raw: row.raw_days,
      quarterHours: row.quarter_hour_days,
      frames: row.frames_days,
      events: row.events_days,
      commands: row.commands_days,
    }),
  }));
}

/** Whether data of a kind are ever removed. */
export const isLimited = (
  settings: Retention,
  tenants: readonly TenantDays[],
  kind: keyof Retention,
): boolean => settings[kind] > 0 || tenants.some(({ days }) => days[kind] > 0);

/** Data with the same days; without a scope all data. */
export interface Share {
  days: number;
  scope?: Scope;
  tenantIds: readonly string[];
}

/**
 * The shares of a kind of measurements. First the data that are too old for all tenants, regardless of device, by
 * whole months where possible; then those with the days of the settings, including devices without a tenant; then one
 * share for each other number of days.
 */
export async function sharesOf(
  db: Db,
  settings: Retention,
  tenants: readonly TenantDays[],
  kind: keyof Retention,
): Promise<Share[]> {
  const others = tenants.filter(({ days }) => days[kind] !== settings[kind]);
  const all = tenants.map(({ id }) => id);
  if (others.length === 0) return [{ days: settings[kind], tenantIds: all }];
  const each = [settings[kind], ...others.map(({ days }) => days[kind])];
  const shares: Share[] = [];
  if (!each.includes(0)) shares.push({ days: Math.max(...each), tenantIds: all });
  if (settings[kind] > 0)
    shares.push({
      days: settings[kind],
      scope: {
        keys: await keysOf(
          db,
          others.map(({ id }) => id),
        ),
        only: false,
      },
      tenantIds: all.filter((id) => !others.some((other) => other.id === id)),
    });
  for (const days of new Set(others.map((other) => other.days[kind]))) {
    if (days === 0) continue;
    const ids = others.filter((other) => other.days[kind] === days).map(({ id }) => id);
    shares.push({ days, scope: { keys: await keysOf(db, ids), only: true }, tenantIds: ids });
  }
  return shares;
}

async function keysOf(db: Db, tenantIds: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ key: number }>`
    select key from things where tenant_id = any(${[...tenantIds]}::uuid[])`.execute(db);
  return rows.map(({ key }) => key);
}
