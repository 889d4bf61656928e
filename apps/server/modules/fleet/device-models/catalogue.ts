import type { listModelCatalogue, ReplyOf } from '@voltloop/contract';
import { catalogue } from '@voltloop/device-models/catalogue.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { activateDraft, createModel } from './keep-model.ts';
import { versionsOfTenant } from './store.ts';

/** Models that come with the server, by vendor. */
export async function listCatalogue(db: Db, tenantId: string): Promise<ReplyOf<typeof listModelCatalogue>> {
  const own = new Set((await versionsOfTenant(db, tenantId)).map(({ name }) => name));
  return catalogue
    .map(({ model, verified, unverified }) => ({
      id: model.id,
      label: model.name,
      vendor: model.vendor,
      points: model.points.length,
      verified,
      unverified,
      installed: own.has(model.id),
    }))
    .sort((a, b) => a.vendor.localeCompare(b.vendor) || a.id.localeCompare(b.id));
}

/** @throws notFound, conflict when the tenant has a model of this id */
export async function installModel(services: Pick<Services, 'db'>, ctx: Ctx, id: string): Promise<void> {
  const entry = catalogue.find(({ model }) => model.id === id);
  if (!entry) throw notFound();
  await createModel(services, ctx, entry.model);
  await activateDraft(services, ctx, { name: id, revision: 1 });
}
