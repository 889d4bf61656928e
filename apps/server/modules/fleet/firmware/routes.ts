import * as contract from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import { notFound } from '../../../platform/errors.ts';
import { type Http, replied } from '../../../platform/http.ts';
import { paged, pageWindow } from '../../../platform/paging.ts';
import type { Core } from './core.ts';
import { Downloads } from './download.ts';
import { addKey, listKeys, revokeKey } from './manage-keys.ts';
import { cancelJob, moveCampaign, retryJobs } from './move-campaign.ts';
import { serveFile } from './serve-file.ts';
import { previewCampaign, startCampaign } from './start-campaign.ts';
import { campaigns, shownCampaigns, upgradeJobs } from './store-campaigns.ts';
import { jobPage } from './store-jobs.ts';
import { fileKey, packageById, packagePage, publishedPackage, toPackage } from './store-packages.ts';
import { noProgress, progressOf } from './store-stock.ts';
import { upgradablePage, versionCounts } from './store-things.ts';
import { uploadPackage } from './upload-package.ts';
import { publishPackage, withdrawPackage } from './withdraw-package.ts';

/** Contract route → verb. */
export function firmwareRoutes(http: Http, core: Core): void {
  packageRoutes(http, core);
  stockRoutes(http, core);
  campaignRoutes(http, core);
  const downloads = new Downloads(core);
  http.implement(contract.downloadFirmware, async (_ctx, { params }, io) => {
    await downloads.serve(params.job, io);
    return replied;
  });
}

function packageRoutes(http: Http, core: Core): void {
  const { db, files } = core.services;
  /** Publishers also see unpublished packages. */
  const seesDrafts = (ctx: Ctx) => ctx.caller.roleId <= 1;

  http.implement(contract.lastPackage, async (ctx, { query }) => {
    const row = await publishedPackage(db, ctx.caller, query.pkgtype);
    return row ? toPackage(row) : null;
  });
  http.implement(contract.listPackages, async (ctx, { query }) => {
    const window = pageWindow(query);
    const filter = { pkgtype: query.pkgtype, publishedOnly: !seesDrafts(ctx) };
    const { rows, total } = await packagePage(db, ctx.caller, filter, window);
    return paged({ list: rows.map(toPackage), total }, window);
  });
  http.implement(contract.uploadPackage, (ctx, _input, { request }) => uploadPackage(core, ctx, request));
  http.implement(contract.packageFile, async (ctx, { params }, io) => {
    const row = await packageById(db, ctx.caller, params.id);
    if (!row || (row.state !== 'published' && !seesDrafts(ctx))) throw notFound();
    const name = `${row.pkgtype}-${row.version}.bin`;
    await serveFile(files, { key: fileKey(row.id), sha256: row.sha256, name }, io);
    return replied;
  });
  http.implement(contract.publishPackage, (ctx, { params }) => publishPackage(core, ctx, params.id));
  http.implement(contract.withdrawPackage, (ctx, { params }) => withdrawPackage(core, ctx, params.id));
  http.implement(contract.listFirmwareKeys, (ctx) => listKeys(core, ctx));
  http.implement(contract.addFirmwareKey, (ctx, { body }) => addKey(core, ctx, body));
  http.implement(contract.revokeFirmwareKey, (ctx, { params }) => revokeKey(core, ctx, params.id));
}

/** The back office's view of the same packages: by right instead of role, in any state. */
function stockRoutes(http: Http, core: Core): void {
  const { db, files } = core.services;

  http.implement(contract.findFirmwarePage, async (ctx, { query: { page, size, pkgtype } }) => {
    const window = pageWindow({ current_page: page, page_size: size });
    const { rows, total } = await packagePage(db, ctx.caller, { pkgtype, publishedOnly: false }, window);
    const progress = await progressOf(
      db,
      rows.map((row) => row.id),
    );
    const list = rows.map((row) => ({ ...toPackage(row), ...(progress.get(row.id) ?? noProgress) }));
    return { list, total, page, size };
  });
  http.implement(contract.firmwareFile, async (ctx, { query }, io) => {
    const row = await packageById(db, ctx.caller, query.id);
    if (!row) throw notFound();
    const name = `${row.pkgtype}-${row.version}.bin`;
    await serveFile(files, { key: fileKey(row.id), sha256: row.sha256, name }, io);
    return replied;
  });
}

function campaignRoutes(http: Http, core: Core): void {
  const { db } = core.services;

  http.implement(contract.previewCampaign, (ctx, { body }) => previewCampaign(core, ctx, body));
  http.implement(contract.startCampaign, (ctx, { body }) => startCampaign(core, ctx, body));
  http.implement(contract.listCampaigns, async (ctx, { query }) => {
    const window = pageWindow(query);
    return paged(await campaigns.page(db, ctx.caller, shownCampaigns[query.state ?? 'all'], window), window);
  });
  http.implement(contract.getCampaign, (ctx, { params }) => campaigns.find(db, ctx.caller, params.id));
  http.implement(contract.moveCampaign, (ctx, { params }) => moveCampaign(core, ctx, params.id, params.step));
  http.implement(contract.retryCampaign, (ctx, { params, body }) =>
    retryJobs(core, ctx, params.id, body.jobs),
  );
  http.implement(contract.listJobs, async (ctx, { params, query }) => {
    await campaigns.find(db, ctx.caller, params.id);
    const window = pageWindow(query);
    const where = upgradeJobs.matching(params.id, { state: query.state, search: query.search });
    return paged(await jobPage(db, ctx.caller, where, window, ctx.now), window);
  });
  http.implement(contract.cancelJob, (ctx, { params }) => cancelJob(core, ctx, params.id));
  http.implement(contract.listUpgradable, async (ctx, { query }) => {
    const window = pageWindow(query);
    return paged(await upgradablePage(db, ctx.caller, query, window), window);
  });
  http.implement(contract.firmwareVersions, (ctx) => versionCounts(db, ctx.caller));
}
