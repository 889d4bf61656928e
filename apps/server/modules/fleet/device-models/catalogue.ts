import { readdirSync, readFileSync } from 'node:fs';
import type { listModelCatalogue, ReplyOf } from '@voltloop/contract';
import { type DeviceModel, deviceModel, rolesOf } from '@voltloop/device-models';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { activateDraft, createModel } from './keep-model.ts';
import { versionsOfTenant } from './store.ts';

const folder = new URL('./catalogue/', import.meta.resolve('@voltloop/device-models'));
let models: readonly DeviceModel[] | undefined;

/** The models that come with the server, one file each (docs/guides/add-to-the-catalogue.md). */
function catalogue(): readonly DeviceModel[] {
  models ??= readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => deviceModel.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))))
    .sort((a, b) => a.vendor.localeCompare(b.vendor) || a.id.localeCompare(b.id));
  return models;
}

export async function listCatalogue(db: Db, tenantId: string): Promise<ReplyOf<typeof listModelCatalogue>> {
  const own = new Set((await versionsOfTenant(db, tenantId)).map(({ name }) => name));
  return catalogue().map((model) => ({
    id: model.id,
    label: model.name,
    vendor: model.vendor,
    points: model.points.length + rolesOf(model).length,
    links: model.links,
    verified: model.verified,
    unverified: model.unverified,
    installed: own.has(model.id),
  }));
}

/** @throws notFound, conflict when the tenant has a model of this id */
export async function installModel(services: Pick<Services, 'db'>, ctx: Ctx, id: string): Promise<void> {
  const model = catalogue().find((each) => each.id === id);
  if (!model) throw notFound();
  await createModel(services, ctx, model);
  await activateDraft(services, ctx, { name: id, revision: 1 });
}
