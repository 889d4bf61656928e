import type * as contract from '@voltloop/contract';
import { type BodyOf, type defaultView, MAX_VIEWS_PER_SCREEN, type SavedView } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { conflictError, fieldError, notFound } from '../../../platform/errors.ts';
import {
  insertOrReplaceView,
  lockViews,
  markDefault,
  removeView,
  renameView as renameRow,
  type ViewRow,
  viewById,
  viewsOf,
} from './store.ts';

const shown = (row: ViewRow, ctx: Ctx): SavedView => ({
  id: row.id,
  screen: row.screen,
  name: row.name,
  state: row.state,
  is_default: row.is_default && row.account_id === ctx.caller.accountId,
  own: row.account_id === ctx.caller.accountId,
});

export async function listViews(db: Db, ctx: Ctx, screen: string): Promise<SavedView[]> {
  return (await viewsOf(db, ctx.caller.accountId, screen)).map((row) => shown(row, ctx));
}

/**
 * A view by its link, for everybody of its tenant. It contains no data: its filters apply to what the reader may see.
 * @throws notFound
 */
export async function openView(db: Db, ctx: Ctx, id: string): Promise<SavedView> {
  const row = await viewById(db, id);
  if (!row || row.tenant_id !== ctx.caller.tenantId) throw notFound();
  return shown(row, ctx);
}

/** Saves under a name, replacing the caller's own view of that name. @throws validation when there are too many */
export async function saveView(
  db: Db,
  ctx: Ctx,
  input: BodyOf<typeof contract.saveView>,
): Promise<SavedView> {
  const { accountId, tenantId } = ctx.caller;
  return db.transaction().execute(async (trx) => {
    await lockViews(trx, accountId);
    const views = await viewsOf(trx, accountId, input.screen);
    const replaces = views.some((v) => v.name.toLowerCase() === input.name.toLowerCase());
    if (!replaces && views.length >= MAX_VIEWS_PER_SCREEN) {
      throw fieldError(
        'name',
        'validation.tooManyViews',
        `At most ${MAX_VIEWS_PER_SCREEN} views of one screen`,
      );
    }
    const row = await insertOrReplaceView(trx, { ...input, accountId, tenantId, now: ctx.now });
    await audit(trx, ctx, {
      action: 'view.save',
      objectType: 'view',
      objectId: row.id,
      details: { screen: input.screen, name: input.name },
    });
    return shown(row, ctx);
  });
}

/** @throws notFound, conflict when another view of the caller's has the name */
export async function renameView(db: Db, ctx: Ctx, id: string, name: string): Promise<SavedView> {
  return db.transaction().execute(async (trx) => {
    await lockViews(trx, ctx.caller.accountId);
    const row = await ownView(trx, ctx, id);
    const views = await viewsOf(trx, ctx.caller.accountId, row.screen);
    if (views.some((v) => v.id !== id && v.name.toLowerCase() === name.toLowerCase())) {
      const message = 'Another view has this name';
      throw conflictError('name', 'view.nameTaken', message);
    }
    await renameRow(trx, id, name, ctx.now);
    await audit(trx, ctx, {
      action: 'view.rename',
      objectType: 'view',
      objectId: id,
      details: { screen: row.screen, from: row.name, to: name },
    });
    return shown({ ...row, name }, ctx);
  });
}

/** @throws notFound */
export async function deleteView(db: Db, ctx: Ctx, id: string): Promise<null> {
  return db.transaction().execute(async (trx) => {
    const row = await ownView(trx, ctx, id);
    await removeView(trx, id);
    await audit(trx, ctx, {
      action: 'view.delete',
      objectType: 'view',
      objectId: id,
      details: { screen: row.screen, name: row.name },
    });
    return null;
  });
}

/** The default view of a screen, or none. @throws notFound */
export async function setDefaultView(
  db: Db,
  ctx: Ctx,
  input: BodyOf<typeof defaultView>,
): Promise<SavedView[]> {
  const { accountId } = ctx.caller;
  return db.transaction().execute(async (trx) => {
    await lockViews(trx, accountId);
    if (input.id !== undefined) {
      const row = await ownView(trx, ctx, input.id);
      if (row.screen !== input.screen) throw notFound();
    }
    await markDefault(trx, accountId, input.screen, input.id ?? null);
    await audit(trx, ctx, {
      action: 'view.default',
      objectType: 'view',
      ...(input.id === undefined ? {} : { objectId: input.id }),
      details: { screen: input.screen },
    });
    return (await viewsOf(trx, accountId, input.screen)).map((row) => shown(row, ctx));
  });
}

async function ownView(db: Parameters<typeof viewById>[0], ctx: Ctx, id: string): Promise<ViewRow> {
  const row = await viewById(db, id);
  if (!row || row.account_id !== ctx.caller.accountId) throw notFound();
  return row;
}
