import { type DeviceModel, failedSamples, meaningOf } from '@voltloop/device-models';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError, conflictError, fieldError, notFound } from '../../../platform/errors.ts';
import { notify } from '../../../platform/notices.ts';
import type { Services } from '../../../platform/services.ts';
import { builtInNames, noticeOf } from './known-models.ts';
import {
  activate,
  countDevices,
  deleteModel,
  deleteVersion,
  insertDraft,
  insertModel,
  insertPointIds,
  isNameTaken,
  lockVersions,
  pointIdsOf,
  retireActive,
  type VersionRow,
  writeDraft,
} from './store.ts';

type Core = Pick<Services, 'db'>;

/** Creates a model with its first version, a draft. @throws conflict when the name is taken */
export async function createModel({ db }: Core, ctx: Ctx, document: DeviceModel): Promise<void> {
  const { tenantId, accountId } = ctx.caller;
  if (builtInNames.has(document.id)) throw nameTaken();
  try {
    await db.transaction().execute(async (trx) => {
      const modelId = await insertModel(trx, { tenantId, name: document.id, accountId, now: ctx.now });
      await insertDraft(trx, { modelId, version: 1, document, accountId, now: ctx.now });
      await audited(trx, ctx, 'device_model.create', document.id, { version: 1 });
    });
  } catch (e) {
    if (isNameTaken(e)) throw nameTaken();
    throw e;
  }
}

/**
 * Writes the draft of a model: the existing one, or a new version after the last.
 * @param revision of the draft that was read; null or missing when there was none
 * @throws notFound, conflict when somebody else has changed it since
 */
export async function saveDraft(
  { db }: Core,
  ctx: Ctx,
  { name, document, revision }: { name: string; document: DeviceModel; revision?: number | null | undefined },
): Promise<void> {
  if (document.id !== name) throw fieldError('document.id', 'deviceModel.renamed', 'The id of a model stays');
  await changing(db, ctx, name, async (trx, versions) => {
    const draft = draftOf(versions);
    if ((draft?.revision ?? null) !== (revision ?? null))
      throw new AppError('conflict', { message: 'This model was changed meanwhile; open it again' });
    const [newest] = versions;
    const version = draft?.version ?? (newest?.version ?? 0) + 1;
    const { accountId } = ctx.caller;
    const written = { modelId: newest?.modelId ?? '', version, document, accountId, now: ctx.now };
    await (draft ? writeDraft(trx, written) : insertDraft(trx, written));
    await audited(trx, ctx, 'device_model.draft', name, { version });
  });
}

/** Deletes the draft; a model that has no other version is deleted with it. @throws notFound */
export async function discardDraft({ db }: Core, ctx: Ctx, name: string): Promise<void> {
  await changing(db, ctx, name, async (trx, versions) => {
    const draft = draftOf(versions);
    if (!draft) throw notFound();
    if (versions.length === 1) await deleteModel(trx, draft.modelId);
    else await deleteVersion(trx, draft.modelId, draft.version);
    await audited(trx, ctx, 'device_model.discard', name, { version: draft.version });
  });
}

/**
 * Makes the draft the version that devices use, and gives ids to its points without a role: those that it had before with
 * the same meaning, and new ones otherwise. Its samples must give the readings that they name.
 * @throws notFound, conflict when the draft was changed meanwhile, validation with the failing samples
 */
export async function activateDraft(
  { db }: Core,
  ctx: Ctx,
  { name, revision }: { name: string; revision: number },
): Promise<void> {
  await changing(db, ctx, name, async (trx, versions) => {
    const draft = draftOf(versions);
    if (!draft) throw notFound();
    if (draft.revision !== revision)
      throw new AppError('conflict', { message: 'This model was changed meanwhile; open it again' });
    const document = draft.document as DeviceModel;
    const failed = failedSamples(document);
    if (failed.length > 0) throw new AppError('validation', { fields: failed });
    const { modelId, version } = draft;
    const { tenantId } = ctx.caller;
    const had = new Set((await pointIdsOf(trx, modelId)).map(({ key, meaning }) => `${key} ${meaning}`));
    const added = document.points
      .map((point) => ({ key: point.key, meaning: meaningOf(point) }))
      .filter(({ key, meaning }) => !had.has(`${key} ${meaning}`));
    if (!(await insertPointIds(trx, { tenantId, modelId, version }, added)))
      throw conflictError('points', 'deviceModel.noIds', 'This organization has no ids of points left');
    await retireActive(trx, modelId);
    await activate(trx, modelId, version, ctx.now);
    await audited(trx, ctx, 'device_model.activate', name, { version });
    await notify(trx, 'voltloop_models', noticeOf(tenantId, name));
  });
}

/** No new device can have the model from now on. @throws notFound, conflict while devices have it */
export async function retireModel({ db }: Core, ctx: Ctx, name: string): Promise<void> {
  await changing(db, ctx, name, async (trx, versions) => {
    const used = versions.find(({ state }) => state === 'active');
    if (!used) throw notFound();
    const devices = (await countDevices(trx, ctx.caller.tenantId)).get(name) ?? 0;
    if (devices > 0)
      throw new AppError('conflict', { message: `${devices} devices have this model; delete them first` });
    await retireActive(trx, used.modelId);
    await audited(trx, ctx, 'device_model.retire', name, { version: used.version });
    await notify(trx, 'voltloop_models', noticeOf(ctx.caller.tenantId, name));
  });
}

const draftOf = (versions: readonly VersionRow[]) => versions.find(({ state }) => state === 'draft');

const nameTaken = () =>
  conflictError('id', 'deviceModel.nameTaken', 'A device model with this id exists already');

/** Runs a change with the model locked. @throws notFound for an unknown one, or one of the server's own */
async function changing(
  db: Core['db'],
  ctx: Ctx,
  name: string,
  change: (trx: Trx, versions: readonly VersionRow[]) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const versions = await lockVersions(trx, ctx.caller.tenantId, name);
    if (versions.length === 0) throw notFound();
    await change(trx, versions);
  });
}

const audited = (trx: Trx, ctx: Ctx, action: string, name: string, details: Record<string, unknown>) =>
  audit(trx, ctx, { action, objectType: 'device_model', objectId: name, details });
