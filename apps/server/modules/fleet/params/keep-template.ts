import type { ParamTemplate, ParamTemplateBody } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError, fieldError, forbidden, notFound } from '../../../platform/errors.ts';
import type { Core } from './core.ts';
import { checkValues } from './rules.ts';
import {
  insertTemplate,
  isNameTaken,
  markTemplateDeleted,
  templateById,
  writeTemplate,
} from './store-templates.ts';

/** Stores values under a name for the caller's account. @throws validation */
export async function createTemplate(core: Core, ctx: Ctx, body: ParamTemplateBody): Promise<ParamTemplate> {
  await check(core, ctx, body);
  return written(async () => {
    const id = await core.services.db.transaction().execute(async (trx) => {
      const made = await insertTemplate(trx, ctx.caller, body, ctx.now);
      await audit(trx, ctx, {
        action: 'params.template.create',
        objectType: 'param_template',
        objectId: made,
        details: { name: body.name, values: body.values },
      });
      return made;
    });
    return load(core, ctx, id);
  });
}

/**
 * Changes a template. @throws notFound, forbidden for one of an account above, conflict after a concurrent change,
 * validation
 */
export async function updateTemplate(
  core: Core,
  ctx: Ctx,
  id: string,
  body: ParamTemplateBody & { version: number },
): Promise<ParamTemplate> {
  const before = await load(core, ctx, id);
  if (!before.editable) throw forbidden();
  await check(core, ctx, body);
  return written(async () => {
    await core.services.db.transaction().execute(async (trx) => {
      if (!(await writeTemplate(trx, id, body.version, body, ctx.now))) {
        throw new AppError('conflict', { message: 'This template was changed meanwhile; open it again' });
      }
      await audit(trx, ctx, {
        action: 'params.template.update',
        objectType: 'param_template',
        objectId: id,
        details: {
          from: { name: before.name, values: before.values },
          to: { name: body.name, values: body.values },
        },
      });
    });
    return load(core, ctx, id);
  });
}

/** @throws notFound, forbidden for one of an account above */
export async function deleteTemplate(core: Core, ctx: Ctx, id: string): Promise<{ deleted: boolean }> {
  const template = await load(core, ctx, id);
  if (!template.editable) throw forbidden();
  await core.services.db.transaction().execute(async (trx) => {
    if (!(await markTemplateDeleted(trx, id, ctx.now))) throw notFound();
    await audit(trx, ctx, {
      action: 'params.template.delete',
      objectType: 'param_template',
      objectId: id,
      details: { name: template.name, values: template.values },
    });
  });
  return { deleted: true };
}

async function load(core: Core, ctx: Ctx, id: string): Promise<ParamTemplate> {
  const found = await templateById(core.services.db, ctx.caller, id);
  if (!found) throw notFound();
  return found;
}

async function check(core: Core, { caller }: Ctx, body: ParamTemplateBody): Promise<void> {
  const dictionary = await core.things.dictionary(caller.tenantId, body.info_model_id);
  const fields = checkValues(dictionary?.model, body.values);
  if (fields.length > 0) throw new AppError('validation', { fields });
}

async function written<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (e) {
    if (isNameTaken(e)) throw fieldError('name', 'params.nameTaken', 'You have a template of this name');
    throw e;
  }
}
