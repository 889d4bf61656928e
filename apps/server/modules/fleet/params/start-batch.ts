import {
  MAX_PARAM_THINGS,
  type ParamBatch,
  type ParamBatchBody,
  type ParamBatchPreview,
} from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError, fieldError, notFound } from '../../../platform/errors.ts';
import { loadAccount } from '../../people/accounts/index.ts';
import type { Core } from './core.ts';
import { replaceWaiting } from './owner/store-changes.ts';
import { checkValues } from './rules.ts';
import {
  cancelJobs,
  choicesByFilter,
  choicesById,
  insertBatch,
  paramBatches,
  paramJobs,
  retryJobs,
  type ThingChoice,
} from './store-batches.ts';
import { isSetOf } from './store-sets.ts';
import { templateById } from './store-templates.ts';

/** The device type of a batch. */
const MODEL = 'HE_BAT';

/** Preview of a batch. @throws as {@link startBatch} */
export async function previewBatch(core: Core, ctx: Ctx, body: ParamBatchBody): Promise<ParamBatchPreview> {
  const things = await plan(core, ctx, body);
  return {
    things: things.length,
    offline: things.filter((t) => !t.online).length,
    queued: things.filter((t) => t.queued).length,
    other_model: things.filter((t) => t.info_model_id !== MODEL).length,
  };
}

/**
 * Creates a batch with a job for each device; the runner does the rest. Devices of another type are listed as skipped.
 * @param options.owner The change of an owner within its limits: replaces an unsent one.
 * @throws validation with `values.<key>`; notFound for a named thing, template, set or account that is not visible to
 * the caller
 */
export async function startBatch(
  core: Core,
  ctx: Ctx,
  body: ParamBatchBody,
  { owner = false } = {},
): Promise<ParamBatch> {
  const { db } = core.services;
  const things = await plan(core, ctx, body);
  if (things.length === 0) throw fieldError('things', 'params.noThings', 'No device matches');
  if (body.template_id !== undefined && !(await templateById(db, ctx.caller, body.template_id)))
    throw notFound();
  const undo = body.undo_set;
  if (undo !== undefined && !(await isSetOf(db, things[0]?.id ?? '', undo))) throw notFound();
  const id = await db.transaction().execute(async (trx) => {
    const batch = {
      name: body.name || nameOf(things, body.values),
      kind: undo === undefined ? ('change' as const) : ('undo' as const),
      values: body.values,
      templateId: body.template_id ?? null,
      undoSet: undo ?? null,
      wait_s: body.wait_s,
      owner,
    };
    // The owner's last choice wins.
    if (owner) for (const { id } of things) await replaceWaiting(trx, id, ctx.now);
    const made = await insertBatch(trx, ctx.caller, batch, ctx.now);
    const deadline = new Date(ctx.now.getTime() + body.wait_s * 1000);
    await paramJobs.insert(trx, made, { now: ctx.now, deadline }, things.map(jobOf(ctx.now)));
    await audit(trx, ctx, {
      action: 'params.batch.start',
      objectType: 'param_batch',
      objectId: made,
      details: { ...batch, things: things.length, devids: things.slice(0, 100).map((t) => t.devid) },
    });
    return made;
  });
  return paramBatches.find(db, ctx.caller, id);
}

/** Cancels unsent jobs. @throws notFound */
export async function cancelBatch(core: Core, ctx: Ctx, id: string): Promise<ParamBatch> {
  const action = 'params.batch.cancel';
  return paramBatches.change(core.services.db, ctx, { id, action }, async (trx, { name }) => ({
    name,
    jobs: await cancelJobs(trx, id, ctx.now),
  }));
}

/** Retries unsuccessful jobs. @throws notFound; transition when there is none */
export async function retryBatch(core: Core, ctx: Ctx, id: string, jobs?: string[]): Promise<ParamBatch> {
  const action = 'params.batch.retry';
  return paramBatches.change(core.services.db, ctx, { id, action }, async (trx, { name }) => {
    const n = await retryJobs(trx, id, jobs, ctx.now);
    if (n === 0) throw new AppError('transition');
    return { name, jobs: n };
  });
}

/** A job of another device type is skipped immediately, with the reason. */
const jobOf = (now: Date) => (thing: ThingChoice) => {
  const other = thing.info_model_id !== MODEL;
  return {
    thing_id: thing.id,
    state: other ? 'skipped' : 'waiting',
    reason: other ? 'other_model' : null,
    finished_at: other ? now : null,
  };
};

async function plan(core: Core, ctx: Ctx, body: ParamBatchBody): Promise<ThingChoice[]> {
  const { db } = core.services;
  const dictionary = await core.things.dictionary(ctx.caller.tenantId, MODEL);
  const fields = checkValues(dictionary?.model, body.values);
  if (fields.length > 0) throw new AppError('validation', { fields });
  if (body.things) {
    const named = await core.things.findMany(ctx.caller, body.things);
    return choicesById(
      db,
      ctx.caller,
      named.map((t) => t.id),
    );
  }
  const { account, ...filter } = body.filter ?? {};
  const of = account === undefined ? null : await loadAccount(db, ctx.caller, account);
  const things = await choicesByFilter(db, ctx.caller, filter, of);
  if (things.length > MAX_PARAM_THINGS) {
    throw fieldError('filter', 'params.tooMany', `At most ${MAX_PARAM_THINGS} devices in one batch`);
  }
  return things;
}

/** A batch without a name is named after its device or, for many devices, its keys. */
const nameOf = (things: readonly ThingChoice[], values: Record<string, number>): string =>
  things.length === 1 ? (things[0]?.devid ?? '') : Object.keys(values).slice(0, 3).join(', ');
