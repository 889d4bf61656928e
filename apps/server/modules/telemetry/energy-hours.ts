import type { EnergyHours, ParamsOf, QueryOf, thingEnergyHours } from '@voltloop/contract';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { Things } from '../things/index.ts';
import { hourGrid, totalOf, yearSpan } from './hour-grid.ts';
import { type Member, readMemberEnergy } from './members.ts';

/** Hours of a year of several things together, each only during its membership; from stored quarter-hours. */
export async function readMemberHours(
  clickhouse: ClickHouse,
  members: readonly Member[],
  { zone, year, energy, now_ms }: { zone: string; now_ms: number } & QueryOf<typeof thingEnergyHours>,
): Promise<EnergyHours> {
  const span = yearSpan(zone, year, now_ms);
  const slots = span
    ? await readMemberEnergy(clickhouse, members, {
        interval: '1h',
        zone,
        energies: [totalOf(energy)],
        ...span,
      })
    : [];
  return { year, energy, zone, days: hourGrid(slots, zone, energy) };
}

/** A year of a thing, limited by the caller's history cutoff. @throws notFound */
export async function readThingHours(
  deps: { clickhouse: ClickHouse; things: Pick<Things, 'find'> },
  ctx: Ctx,
  { params, query }: { params: ParamsOf<typeof thingEnergyHours>; query: QueryOf<typeof thingEnergyHours> },
): Promise<EnergyHours> {
  const { key, timeZone, visibleFrom_ms } = await deps.things.find(ctx.caller, params.thingsId);
  return readMemberHours(
    deps.clickhouse,
    [{ key, since_ms: visibleFrom_ms, until_ms: null, visibleFrom_ms }],
    {
      zone: timeZone,
      now_ms: ctx.now.getTime(),
      ...query,
    },
  );
}
