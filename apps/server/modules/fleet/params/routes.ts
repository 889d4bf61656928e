import * as contract from '@voltloop/contract';
import type { Http } from '../../../platform/http.ts';
import { paged, pageWindow } from '../../../platform/paging.ts';
import { goneSignal } from '../../../platform/reply-stream.ts';
import type { Core } from './core.ts';
import { createTemplate, deleteTemplate, updateTemplate } from './keep-template.ts';
import { ownerRoutes } from './owner/routes.ts';
import { readParams } from './read-params.ts';
import { cancelBatch, previewBatch, retryBatch, startBatch } from './start-batch.ts';
import { paramBatches, shownBatches } from './store-batches.ts';
import { jobPage } from './store-jobs.ts';
import { changePage, knownOf, setPage } from './store-sets.ts';
import { templatePage } from './store-templates.ts';

/**
 * Contract route → verb.
 * @param begun Called when there is new work for the runner.
 */
export function paramRoutes(http: Http, core: Core, begun: () => void): void {
  const { db } = core.services;
  http.implement(contract.getParams, async (ctx, { params }) => {
    const thing = await core.things.find(ctx.caller, params.thingsId);
    const { id, devid, devname, infoModelId, timeZone } = thing;
    return {
      id,
      devid,
      devname,
      info_model_id: infoModelId,
      time_zone: timeZone,
      ...(await knownOf(db, id)),
    };
  });
  http.implement(contract.readParams, (ctx, { params }, { reply }) => {
    return readParams(core, ctx, { thing: params.thingsId, signal: goneSignal(reply.raw) });
  });
  http.implement(contract.listParamSets, async (ctx, { params, query }) => {
    const thing = await core.things.find(ctx.caller, params.thingsId);
    const window = pageWindow(query);
    return paged(await setPage(db, ctx.caller, thing.id, window), window);
  });
  http.implement(contract.listParamChanges, async (ctx, { params, query }) => {
    const thing = await core.things.find(ctx.caller, params.thingsId);
    const window = pageWindow(query);
    return paged(await changePage(db, ctx.caller, thing.id, query.key, window), window);
  });
  templateRoutes(http, core);
  batchRoutes(http, core, begun);
  ownerRoutes(http, core, begun);
}

function templateRoutes(http: Http, core: Core): void {
  http.implement(contract.listParamTemplates, async (ctx, { query }) => {
    const window = pageWindow(query);
    return paged(await templatePage(core.services.db, ctx.caller, query.search, window), window);
  });
  http.implement(contract.createParamTemplate, (ctx, { body }) => createTemplate(core, ctx, body));
  http.implement(contract.updateParamTemplate, (ctx, { params, body }) =>
    updateTemplate(core, ctx, params.id, body),
  );
  http.implement(contract.deleteParamTemplate, (ctx, { params }) => deleteTemplate(core, ctx, params.id));
}

function batchRoutes(http: Http, core: Core, begun: () => void): void {
  const { db } = core.services;
  http.implement(contract.previewParamBatch, (ctx, { body }) => previewBatch(core, ctx, body));
  http.implement(contract.startParamBatch, async (ctx, { body }) => {
    const batch = await startBatch(core, ctx, body);
    begun();
    return batch;
  });
  http.implement(contract.listParamBatches, async (ctx, { query }) => {
    const window = pageWindow(query);
    return paged(await paramBatches.page(db, ctx.caller, shownBatches[query.open ?? 'all'], window), window);
  });
  http.implement(contract.getParamBatch, (ctx, { params }) => paramBatches.find(db, ctx.caller, params.id));
  http.implement(contract.listParamJobs, async (ctx, { params, query }) => {
    await paramBatches.find(db, ctx.caller, params.id);
    const window = pageWindow(query);
    const filter = { state: query.state, search: query.search };
    return paged(await jobPage(db, ctx.caller, params.id, filter, window), window);
  });
  http.implement(contract.cancelParamBatch, (ctx, { params }) => cancelBatch(core, ctx, params.id));
  http.implement(contract.retryParamBatch, async (ctx, { params, body }) => {
    const batch = await retryBatch(core, ctx, params.id, body.jobs);
    begun();
    return batch;
  });
}
