import * as contract from '@voltloop/contract';
import type { Http } from '../../platform/http.ts';
import { checkTenant } from '../accounts/index.ts';
import { addDevice, removeDevice, replaceDevice } from './change-devices.ts';
import type { Core } from './core.ts';
import { acceptTransfer, cancelTransfer, declineTransfer } from './decide-transfer.ts';
import { describeSite, findSite } from './find-site.ts';
import { createSite, deleteSite, updateSite } from './keep-site.ts';
import { listSites } from './list-sites.ts';
import { listTransfers } from './list-transfers.ts';
import { addNote, deleteNote, listNotes } from './notes.ts';
import {
  readSiteEnergy,
  readSiteForecast,
  readSiteHours,
  readSitePeriod,
  readSiteSeries,
} from './read-energy.ts';
import { requestTransfer } from './request-transfer.ts';
import { tagsInUse } from './store.ts';
import { fetchPrices } from './tariff/price-feed.ts';
import { getPrices, putPrices } from './tariff/prices.ts';
import { readCost } from './tariff/read-cost.ts';
import { deleteTariff, listTariffs, putTariff } from './tariff/tariffs.ts';

/** Contract route → verb. The tenant in the path must be the caller's own (interpretation C13). */
export function siteRoutes(http: Http, core: Core): void {
  const { db } = core.services;
  http.implement(contract.listSites, async (ctx, { params, query }) => {
    checkTenant(ctx.caller, params.tenantId);
    return listSites(core, ctx, query);
  });
  http.implement(contract.siteTags, async (ctx, { params }) => {
    checkTenant(ctx.caller, params.tenantId);
    return tagsInUse(db, ctx.caller);
  });
  http.implement(contract.getSite, async (ctx, { params }) => {
    checkTenant(ctx.caller, params.tenantId);
    const { id } = await findSite(db, ctx, params.id);
    return describeSite(db, ctx, id);
  });
  http.implement(contract.createSite, async (ctx, { params, body }) => {
    checkTenant(ctx.caller, params.tenantId);
    return createSite(core, ctx, body);
  });
  http.implement(contract.updateSite, async (ctx, { params, body }) => {
    checkTenant(ctx.caller, params.tenantId);
    return updateSite(core, ctx, params.id, body);
  });
  http.implement(contract.deleteSite, async (ctx, { params }) => {
    checkTenant(ctx.caller, params.tenantId);
    return deleteSite(core, ctx, params.id);
  });

  http.implement(contract.addSiteDevice, async (ctx, { params, body }) => {
    checkTenant(ctx.caller, params.tenantId);
    return addDevice(core, ctx, params.id, body);
  });
  http.implement(contract.removeSiteDevice, async (ctx, { params, body }) => {
    checkTenant(ctx.caller, params.tenantId);
    return removeDevice(core, ctx, { id: params.id, devid: params.devid, ...body });
  });
  http.implement(contract.replaceSiteDevice, async (ctx, { params, body }) => {
    checkTenant(ctx.caller, params.tenantId);
    return replaceDevice(core, ctx, { id: params.id, devid: params.devid, ...body });
  });

  http.implement(contract.siteEnergy, async (ctx, input) => {
    checkTenant(ctx.caller, input.params.tenantId);
    return readSiteEnergy(core, ctx, input);
  });
  http.implement(contract.siteEnergyPeriod, async (ctx, input) => {
    checkTenant(ctx.caller, input.params.tenantId);
    return readSitePeriod(core, ctx, input);
  });
  http.implement(contract.siteEnergyHours, async (ctx, input) => {
    checkTenant(ctx.caller, input.params.tenantId);
    return readSiteHours(core, ctx, input);
  });
  http.implement(contract.siteForecast, async (ctx, { params }) => {
    checkTenant(ctx.caller, params.tenantId);
    return readSiteForecast(core, ctx, params.id);
  });
  http.implement(contract.siteSeries, async (ctx, input) => {
    checkTenant(ctx.caller, input.params.tenantId);
    return readSiteSeries(core, ctx, input);
  });

  http.implement(contract.listSiteTariffs, async (ctx, { params }) => {
    checkTenant(ctx.caller, params.tenantId);
    return listTariffs(core, ctx, params.id);
  });
  http.implement(contract.putSiteTariff, async (ctx, { params, body }) => {
    checkTenant(ctx.caller, params.tenantId);
    return putTariff(core, ctx, params, body);
  });
  http.implement(contract.deleteSiteTariff, async (ctx, { params }) => {
    checkTenant(ctx.caller, params.tenantId);
    return deleteTariff(core, ctx, params);
  });
  http.implement(contract.getSitePrices, async (ctx, { params }) => {
    checkTenant(ctx.caller, params.tenantId);
    return getPrices(core, ctx, params.id);
  });
  http.implement(contract.putSitePrices, async (ctx, { params, body }) => {
    checkTenant(ctx.caller, params.tenantId);
    return putPrices(core, ctx, params.id, body.text);
  });
  http.implement(contract.fetchSitePrices, async (ctx, { params }) => {
    checkTenant(ctx.caller, params.tenantId);
    return fetchPrices(core, ctx, params.id);
  });
  http.implement(contract.siteCost, async (ctx, input) => {
    checkTenant(ctx.caller, input.params.tenantId);
    return readCost(core, ctx, input);
  });

  http.implement(contract.listSiteNotes, async (ctx, { params, query }) => {
    checkTenant(ctx.caller, params.tenantId);
    return listNotes(core, ctx, params.id, query);
  });
  http.implement(contract.addSiteNote, async (ctx, { params, body }) => {
    checkTenant(ctx.caller, params.tenantId);
    return addNote(core, ctx, params.id, body);
  });
  http.implement(contract.deleteSiteNote, async (ctx, { params }) => {
    checkTenant(ctx.caller, params.tenantId);
    return deleteNote(core, ctx, params.id, params.noteId);
  });

  http.implement(contract.listTransfers, async (ctx, { params, query }) => {
    checkTenant(ctx.caller, params.tenantId);
    return listTransfers(core, ctx, query);
  });
  http.implement(contract.requestTransfer, async (ctx, { params, body }) => {
    checkTenant(ctx.caller, params.tenantId);
    return requestTransfer(core, ctx, body);
  });
  for (const [route, verb] of [
    [contract.acceptTransfer, acceptTransfer],
    [contract.declineTransfer, declineTransfer],
    [contract.cancelTransfer, cancelTransfer],
  ] as const) {
    http.implement(route, async (ctx, { params }) => {
      checkTenant(ctx.caller, params.tenantId);
      return verb(core, ctx, params.id);
    });
  }
}
