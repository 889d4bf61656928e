import type { SiteTariff, TariffContent } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Module } from '../../../platform/module.ts';
import { Repeated } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { Services } from '../../../platform/services.ts';
import type { Things } from '../things/index.ts';
import { cancelTransfersOfDeleted } from './cancel-of-deleted.ts';
import type { Core, SiteTelemetry } from './core.ts';
import { expireTransfers } from './expire-transfers.ts';
import { findSite } from './find-site.ts';
import { followZone } from './keep-site.ts';
import { devicePeriods, type SiteDevicePeriod } from './read-energy.ts';
import { type FleetMonth, readFleetMonth } from './read-fleet-month.ts';
import { readMonth, type SiteMonth } from './read-month.ts';
import { siteRoutes } from './routes.ts';
import { fetchDuePrices } from './tariff/price-feed.ts';
import { putTariff } from './tariff/tariffs.ts';

export type { SiteDevicePeriod } from './read-energy.ts';
export type { FleetMonth, FleetSite } from './read-fleet-month.ts';
export type { SiteMonth } from './read-month.ts';

export interface Sites extends Module {
  /** A month of a site (yyyy-MM in its zone), limited to what the caller sees. @throws notFound, validation */
  month(ctx: Ctx, of: { id: string; month: string }): Promise<SiteMonth>;
  /** A month of all sites of an account at or below the caller. @throws notFound, validation */
  fleetMonth(ctx: Ctx, of: { account?: string | undefined; month: string }): Promise<FleetMonth>;
  /** Devices of a site during their memberships, within the caller's history cutoff. @throws notFound */
  devices(ctx: Ctx, id: string): Promise<SiteDevicePeriod[]>;
  /** Sets the tariff of a site from a day (yyyy-MM-dd) on. @throws notFound, conflict in another currency */
  putTariff(ctx: Ctx, of: { id: string; from: string }, content: TariffContent): Promise<SiteTariff>;
  /** Changes the zone of a device's site with that of the device, where it follows. */
  followZone: typeof followZone;
  /** Expires undecided transfer requests now. For tests. */
  expire(): Promise<number>;
  /** Fetches due prices now; returns how many were tried. For tests. */
  fetchPrices(): Promise<number>;
}

/** Sites: devices of one place and owner over time, notes, and transfers to other accounts (docs/decisions/0054). */
export function createSites(
  services: Services,
  telemetry: SiteTelemetry,
  things: Pick<Things, 'onDelete'>,
): Sites {
  things.onDelete(cancelTransfersOfDeleted);
  const core: Core = { services, telemetry };
  const expiring = new Repeated(
    { work: schedule.transfers, services, failure: 'transfer requests could not be expired; retrying' },
    () => expireTransfers(services),
  );
  const fetching = new Repeated(
    { work: schedule.prices, services, failure: 'prices could not be fetched; retrying' },
    () => fetchDuePrices(services),
  );
  return {
    routes: (http) => siteRoutes(http, core),
    month: (ctx, of) => readMonth(core, ctx, of),
    fleetMonth: (ctx, of) => readFleetMonth(core, ctx, of),
    devices: async (ctx, id) => devicePeriods(services.db, ctx, await findSite(services.db, ctx, id)),
    putTariff: (ctx, of, content) => putTariff(core, ctx, of, content),
    followZone,
    expire: () => expireTransfers(services),
    fetchPrices: () => fetchDuePrices(services),
    async start() {
      expiring.start();
      fetching.start();
    },
    async stop() {
      await Promise.all([expiring.stop(), fetching.stop()]);
    },
  };
}
