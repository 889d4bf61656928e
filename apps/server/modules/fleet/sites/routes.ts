import * as contract from '@voltloop/contract';
import type { Http } from '../../../platform/http.ts';
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
import { proposeTariff } from './tariff/tariff-proposal.ts';
import { deleteTariff, listTariffs, putTariff } from './tariff/tariffs.ts';

/** Contract route → verb. */
export function siteRoutes(http: Http, core: Core): void {
  const { db } = core.services;
  http.implement(contract.listSites, async (ctx, { query }) => listSites(core, ctx, query));
  http.implement(contract.siteTags, async (ctx) => tagsInUse(db, ctx.caller));
  http.implement(contract.getSite, async (ctx, { params }) => {
    const { id } = await findSite(db, ctx, params.id);
    return describeSite(db, ctx, id);
  });
  http.implement(contract.createSite, async (ctx, { body }) => createSite(core, ctx, body));
  http.implement(contract.updateSite, async (ctx, { params, body }) =>
    updateSite(core, ctx, params.id, body),
  );
  http.implement(contract.deleteSite, async (ctx, { params }) => deleteSite(core, ctx, params.id));

  http.implement(contract.addSiteDevice, async (ctx, { params, body }) =>
    addDevice(core, ctx, params.id, body),
  );
  http.implement(contract.removeSiteDevice, async (ctx, { params, body }) =>
    removeDevice(core, ctx, { id: params.id, devid: params.devid, ...body }),
  );
  http.implement(contract.replaceSiteDevice, async (ctx, { params, body }) =>
    replaceDevice(core, ctx, { id: params.id, devid: params.devid, ...body }),
  );

  http.implement(contract.siteEnergy, async (ctx, input) => readSiteEnergy(core, ctx, input));
  http.implement(contract.siteEnergyPeriod, async (ctx, input) => readSitePeriod(core, ctx, input));
  http.implement(contract.siteEnergyHours, async (ctx, input) => readSiteHours(core, ctx, input));
  http.implement(contract.siteForecast, async (ctx, { params }) => readSiteForecast(core, ctx, params.id));
  http.implement(contract.siteSeries, async (ctx, input) => readSiteSeries(core, ctx, input));

  http.implement(contract.listSiteTariffs, async (ctx, { params }) => listTariffs(core, ctx, params.id));
  http.implement(contract.siteTariffProposal, async (ctx, { params }) => proposeTariff(core, ctx, params.id));
  http.implement(contract.putSiteTariff, async (ctx, { params, body }) => putTariff(core, ctx, params, body));
  http.implement(contract.deleteSiteTariff, async (ctx, { params }) => deleteTariff(core, ctx, params));
  http.implement(contract.getSitePrices, async (ctx, { params }) => getPrices(core, ctx, params.id));
  http.implement(contract.putSitePrices, async (ctx, { params, body }) =>
    putPrices(core, ctx, params.id, body.text),
  );
  http.implement(contract.fetchSitePrices, async (ctx, { params }) => fetchPrices(core, ctx, params.id));
  http.implement(contract.siteCost, async (ctx, input) => readCost(core, ctx, input));

  http.implement(contract.listSiteNotes, async (ctx, { params, query }) =>
    listNotes(core, ctx, params.id, query),
  );
  http.implement(contract.addSiteNote, async (ctx, { params, body }) => addNote(core, ctx, params.id, body));
  http.implement(contract.deleteSiteNote, async (ctx, { params }) =>
    deleteNote(core, ctx, params.id, params.noteId),
  );

  http.implement(contract.listTransfers, async (ctx, { query }) => listTransfers(core, ctx, query));
  http.implement(contract.requestTransfer, async (ctx, { body }) => requestTransfer(core, ctx, body));
  for (const [route, verb] of [
    [contract.acceptTransfer, acceptTransfer],
    [contract.declineTransfer, declineTransfer],
    [contract.cancelTransfer, cancelTransfer],
  ] as const) {
    http.implement(route, async (ctx, { params }) => verb(core, ctx, params.id));
  }
}
