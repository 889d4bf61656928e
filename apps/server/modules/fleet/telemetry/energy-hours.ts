import type { EnergyHours, ParamsOf, QueryOf, thingEnergyHours } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Things } from '../things/index.ts';
import { hourGrid, totalOf, yearSpan } from './hour-grid.ts';
import { type Member, readMemberEnergy } from './members.ts';
import type { CounterStore } from './read-counters.ts';

/** Hours of a year of several things together, each only during its membership; from stored quarter-hours. */
export async function readMemberHours(
  store: CounterStore,
  members: readonly Member[],
  { zone, year, energy, now_ms }: { zone: string; now_ms: number } & QueryOf<typeof thingEnergyHours>,
): Promise<EnergyHours> {
  const span = yearSpan(zone, year, now_ms);
  const slots = span
    ? await readMemberEnergy(store, members, {
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
  deps: { counters: CounterStore; things: Pick<Things, 'find'> },
  ctx: Ctx,
  { params, query }: { params: ParamsOf<typeof thingEnergyHours>; query: QueryOf<typeof thingEnergyHours> },
): Promise<EnergyHours> {
  const { key, timeZone, visibleFrom_ms } = await deps.things.find(ctx.caller, params.thingsId);
  return readMemberHours(deps.counters, [{ key, since_ms: visibleFrom_ms, until_ms: null, visibleFrom_ms }], {
    zone: timeZone,
    now_ms: ctx.now.getTime(),
    ...query,
  });
}
