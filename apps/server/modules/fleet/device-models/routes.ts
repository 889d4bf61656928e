import * as contract from '@voltloop/contract';
import type { Http } from '../../../platform/http.ts';
import type { Services } from '../../../platform/services.ts';
import { installModel, listCatalogue } from './catalogue.ts';
import { activateDraft, createModel, discardDraft, retireModel, saveDraft } from './keep-model.ts';
import { listModels, readModel, summaryOf } from './list-models.ts';
import { preview } from './preview.ts';

export function deviceModelRoutes(http: Http, services: Services): void {
  const { db } = services;
  http.implement(contract.listDeviceModels, ({ caller }) => listModels(db, caller.tenantId));
  http.implement(contract.getDeviceModel, ({ caller }, { params }) =>
    readModel(db, caller.tenantId, params.id),
  );
  http.implement(contract.createDeviceModel, async (ctx, { body }) => {
    await createModel(services, ctx, body);
    return summaryOf(db, ctx.caller.tenantId, body.id);
  });
  http.implement(contract.saveDeviceModelDraft, async (ctx, { params, body }) => {
    await saveDraft(services, ctx, { name: params.id, ...body });
    return summaryOf(db, ctx.caller.tenantId, params.id);
  });
  http.implement(contract.discardDeviceModelDraft, async (ctx, { params }) => {
    await discardDraft(services, ctx, params.id);
    return { discarded: true };
  });
  http.implement(contract.activateDeviceModel, async (ctx, { params, body }) => {
    await activateDraft(services, ctx, { name: params.id, revision: body.revision });
    return summaryOf(db, ctx.caller.tenantId, params.id);
  });
  http.implement(contract.retireDeviceModel, async (ctx, { params }) => {
    await retireModel(services, ctx, params.id);
    return summaryOf(db, ctx.caller.tenantId, params.id);
  });
  http.implement(contract.previewDeviceModel, async (ctx, { body }) => preview(body, ctx.now.getTime()));
  http.implement(contract.listModelCatalogue, ({ caller }) => listCatalogue(db, caller.tenantId));
  http.implement(contract.installDeviceModel, async (ctx, { params }) => {
    await installModel(services, ctx, params.id);
    return summaryOf(db, ctx.caller.tenantId, params.id);
  });
}
