/// <reference lib="esnext.temporal" />
import type { EnergyForecast, ParamsOf, thingForecast } from '@voltloop/contract';
import {
  FORECAST_DAYS,
  type Forecast,
  forecastLoad,
  forecastSolar,
  type KnownDay,
  LEAST_DAYS,
  usable,
} from '@voltloop/domain/forecast/forecast.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Things } from '../things/index.ts';
import { calendarCuts } from './calendar.ts';
import { hourGrid } from './hour-grid.ts';
import { type EnergySlot, type Member, readMemberEnergy } from './members.ts';
import type { CounterStore } from './read-counters.ts';

const kinds = ['pv', 'load'] as const;

/** The expected energy of several things until the end of tomorrow, from their measurements during membership. */
export async function readMemberForecast(
  store: CounterStore,
  members: readonly Member[],
  { zone, now_ms }: { zone: string; now_ms: number },
): Promise<EnergyForecast> {
  const today = Temporal.Instant.fromEpochMilliseconds(now_ms).toZonedDateTimeISO(zone).startOfDay();
  const slots = await readMemberEnergy(store, members, {
    interval: '1h',
    zone,
    energies: ['pv_kwh', 'load_kwh'],
    from_ms: today.subtract({ days: FORECAST_DAYS }).epochMilliseconds,
    to_ms: now_ms,
  });
  return forecastOf(slots, { zone, now_ms });
}

/** @param slots Hours of `zone` until now, ascending and contiguous. */
export function forecastOf(
  slots: readonly EnergySlot[],
  { zone, now_ms }: { zone: string; now_ms: number },
): EnergyForecast {
  const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  const today = at(now_ms).startOfDay();
  const tomorrow = today.add({ days: 1 });
  const past = slots.filter(({ start_ms }) => start_ms < today.epochMilliseconds);
  const known = { pv: daysOf(past, zone, 'pv'), load: daysOf(past, zone, 'load') };
  const weekend = (t: Temporal.ZonedDateTime) => t.dayOfWeek > 5;
  const solar = forecastSolar(known.pv);
  const load = [today, tomorrow].map((day) => forecastLoad(known.load, weekend(day)));
  const measured = new Map(slots.map((slot) => [slot.start_ms, slot]));
  const cuts = calendarCuts(
    '1h',
    zone,
    today.subtract({ days: 1 }).epochMilliseconds,
    tomorrow.add({ days: 1 }).epochMilliseconds,
  );
  return {
    zone,
    day: tomorrow.toPlainDate().toString(),
    days: Math.min(usable(known.pv).length, usable(known.load).length),
    needed: LEAST_DAYS,
    hours: cuts.slice(0, -1).map((start_ms, i) => {
      const over = (cuts[i + 1] as number) <= now_ms;
      const slot = over ? measured.get(start_ms) : undefined;
      const { hour } = at(start_ms);
      const expect = (forecast: Forecast | null | undefined) =>
        over ? null : rounded(forecast?.hours[hour] ?? null);
      return {
        key: start_ms,
        pv_kwh: slot?.kwh.pv_kwh ?? null,
        load_kwh: slot?.kwh.load_kwh ?? null,
        pv: expect(solar),
        load: expect(load[start_ms < tomorrow.epochMilliseconds ? 0 : 1]),
      };
    }),
    total: { pv: rounded(solar?.total ?? null), load: rounded(load[1]?.total ?? null) },
  };
}

const round = (kwh: number) => Math.round(kwh * 1000) / 1000;
const rounded = (of: Forecast['total'] | null) =>
  of && { low: round(of.low), mid: round(of.mid), high: round(of.high) };

/** Complete days; hours with the energy of two hours, or of a gap, are ignored. */
function daysOf(slots: readonly EnergySlot[], zone: string, kind: (typeof kinds)[number]): KnownDay[] {
  return hourGrid(slots, zone, kind).map(({ day, kwh, twice, gaps }) => ({
    weekend: Temporal.PlainDate.from(day).dayOfWeek > 5,
    kwh: kwh.map((each, hour) => (twice?.includes(hour) || gaps?.includes(hour) ? null : each)),
  }));
}

/** @throws notFound */
export async function readThingForecast(
  deps: { counters: CounterStore; things: Pick<Things, 'find'> },
  ctx: Ctx,
  params: ParamsOf<typeof thingForecast>,
): Promise<EnergyForecast> {
  const { key, timeZone: zone, visibleFrom_ms } = await deps.things.find(ctx.caller, params.thingsId);
  return readMemberForecast(
    deps.counters,
    [{ key, since_ms: visibleFrom_ms, until_ms: null, visibleFrom_ms }],
    {
      zone,
      now_ms: ctx.now.getTime(),
    },
  );
}
