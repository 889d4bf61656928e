import { keysOf } from '@voltloop/device-models/roles.ts';
import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';

/** Points that passports and the monthly state of health need over the whole life of a battery. */
const ofPassports = keysOf([
  'soc',
  'soh',
  'cycles',
  'cell_t_max',
  'cell_t_min',
  'terminal_power',
  'terminal_charge',
  'terminal_discharge',
  'deep_discharges',
]);

/** Power that shows how fast a counter can have risen. */
const powers = keysOf(['pv_power', 'grid_power', 'load_power', 'battery_power']);

const idsOf = (kept: (point: (typeof HE_BAT.points)[number]) => boolean) =>
  HE_BAT.points.filter(kept).map(({ id }) => id);
type Point = (typeof HE_BAT.points)[number];
const isCounter = ({ kind, part }: Point) => kind === 'counter' && part === 'system';

/**
 * Points whose raw readings are kept: those above, and every counter. Sums of days, months and years are derived from
 * quarter-hours, but doubtful ones are judged by their readings.
 */
export const keptRaw: readonly number[] = idsOf((p) => isCounter(p) || ofPassports.includes(p.key));
/** Points whose quarter-hours are kept. */
export const keptQuarterHours: readonly number[] = idsOf(
  (p) => isCounter(p) || ofPassports.includes(p.key) || powers.includes(p.key),
);

/** Ids of counters that models have without a role. Another tenant may use an id for something else, which then stays as well. */
export async function ownCounters(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct id from device_model_points where meaning like 'counter system %' order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
