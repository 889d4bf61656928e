import { type FieldError, unknownFields } from '@voltloop/contract';
import {
  inputSchema,
  missingOf,
  type Problem,
  REASON_MAX,
  REASON_MIN,
  type Resource,
  type SideEffect,
  type Step,
  stepForm,
  type Values,
  withFollowed,
} from '@voltloop/resource-kit';
import { type AuditEntry, auditAll } from '../../../../platform/audit.ts';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Trx } from '../../../../platform/db.ts';
import { AppError, fieldError, notFound } from '../../../../platform/errors.ts';
import { fieldErrors, refuseFields } from '../../../../platform/http.ts';
import { changesOf } from './changes.ts';
import type { Row } from './columns.ts';
import { type Core, rulesOf, type StepInput, writing } from './core.ts';
import { detailsOfWhy } from './details-of-why.ts';
import { refuseOthersChange } from './editable.ts';
import { factsOf } from './facts.ts';
import { seenBy } from './mask.ts';
import { lockRows, rowsById, updateMany } from './store.ts';

/**
 * Takes a life-cycle step of rows, all or none; errors are reported by position among the ids.
 * @returns the rows after it, in the order of the ids
 * @throws notFound, transition for a missing transition, conflict for a guard that refuses or a row changed meanwhile
 */
export function takeStep(core: Core, ctx: Ctx, resource: Resource, input: StepInput): Promise<Row[]> {
  if (!resource.life?.steps[input.step])
    throw fieldError('step', 'validation.invalid_value', 'There is no such step');
  const other = core.steps.get(resource.name);
  return other ? other(ctx, input) : takeOwnStep(core, ctx, resource, input);
}

/** {@link takeStep} without an override: changes the state, with the effects that the resource's rules declare. */
export function takeOwnStep(core: Core, ctx: Ctx, resource: Resource, input: StepInput): Promise<Row[]> {
  const { life } = resource;
  const step = life?.steps[input.step];
  if (!life || !step) throw new Error(`${resource.name} has no step ${input.step}`);
  const ids = [...new Set(input.ids)];
  const load = async (trx: Trx): Promise<Row[]> => {
    const rows = await rowsById(trx, core.registry, resource, ctx.caller.tenantId, ids);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  };
  return writing(core, resource, async (trx) => {
    await lockRows(trx, resource, ctx.caller.tenantId, ids, 'change');
    const before = await load(trx);
    if (before.length < ids.length) throw notFound();
    if (before[0]) refuseOthersChange(before[0], input.version);
    const title = resource.fields[resource.title]?.personal ? '' : resource.title;
    refuseMissingArrows(life.field, step, before, title);
    const why = whyOf(step, input);
    const { derive, may, effect } = rulesOf(core, resource).steps?.[input.step] ?? {};
    const given = before.map((row) => {
      const values = inputOfStep(resource, step, row, input.values);
      return { ...values, ...derive?.({ ...row, ...values }) };
    });
    const facts = factsOf(trx, ctx);
    const problems = await may?.(
      facts,
      before.map((row, n) => ({ ...row, ...given[n] })),
    );
    refuseByGuard(before, title, problems ?? []);

    const write = (each: readonly string[], values: Values) =>
      updateMany(trx, resource, each, ctx.now, new Map(Object.entries({ ...values, [life.field]: step.to })));
    if (derive || step.input)
      for (const [n, row] of before.entries()) await write([row.id], given[n] as Values);
    else await write(ids, {});
    const others = effect ? ((await effect(facts, await load(trx))) ?? []) : [];
    const along = others.map((other) => sideEffectEntry(resource, input.step, other));
    const after = await load(trx);
    const own = after.map((row, n) => ({
      action: `${resource.name}.step`,
      objectType: resource.name,
      objectId: row.id,
      details: {
        step: input.step,
        ...detailsOfWhy(why),
        changes: changesOf(resource, before[n] as Row, row),
      },
    }));
    await auditAll(trx, ctx, [...own, ...along]);
    return after.map((row) => seenBy(ctx, resource, row));
  });
}

/** The reason of a step; one of its causes where it offers them. @throws validation without a required reason */
function whyOf(step: Step, { cause, reason }: StepInput): Pick<StepInput, 'cause' | 'reason'> {
  if (step.reason && !reason) throw fieldError('reason', 'resource.required', 'Enter a reason');
  if (!step.causes) return { reason };
  const missing = missingOf(step.causes, { cause, reason });
  if (missing === 'length')
    throw fieldError('reason', 'resource.reasonLength', `${REASON_MIN} to ${REASON_MAX} characters`);
  if (missing) throw fieldError(missing, 'resource.required', 'Enter a reason');
  return { cause: cause ?? 'other', reason };
}

/** The input of a step; lines that follow others get their values. @throws validation at `values.field` */
function inputOfStep(resource: Resource, step: Step, row: Row, given: Values = {}): Values {
  const schema = inputSchema(stepForm(resource, step));
  refuseFields(unknownFields(schema, given).map((path) => `values.${path}`));
  if (!step.input) return {};
  const whole = { ...given };
  for (const name of Object.keys(step.input)) {
    const [field, lines] = [resource.fields[name], given[name]];
    if (field?.kind === 'lines' && field.follows && Array.isArray(lines))
      whole[name] = withFollowed(field, row, lines);
  }
  const parsed = schema.safeParse(whole);
  if (parsed.success) return parsed.data;
  const fields = fieldErrors(parsed.error, 'body').map((error) => ({
    ...error,
    path: `values.${error.path}`,
  }));
  throw new AppError('validation', { fields });
}

/** The audit row of a row changed by an effect: whether it took the step too, or only changed. */
function sideEffectEntry(resource: Resource, step: string, { id, by, changes }: SideEffect): AuditEntry {
  const { field, steps } = resource.life ?? {};
  const too = field !== undefined && changes[field]?.to === steps?.[step]?.to;
  return {
    action: `${resource.name}.${too ? 'step' : 'update'}`,
    objectType: resource.name,
    objectId: id,
    details: { ...(too ? { step } : {}), changes, with: by },
  };
}

/** @throws transition that lists each row whose state does not allow the step */
export function refuseMissingArrows(
  field: string,
  step: Step,
  rows: readonly Readonly<Record<string, unknown>>[],
  /** The field that names a row; empty where that is personal. */
  title: string,
): void {
  const message = 'This step is not allowed in the present state';
  const fields = rows.flatMap((row, n): FieldError[] => {
    const state = row[field] as string | number;
    if (step.from.includes(state)) return [];
    return [
      { path: `ids.${n}`, key: `resource.noStep?from=${state}`, message, ...ofSeveral(rows, row, title) },
    ];
  });
  if (fields.length > 0) throw new AppError('transition', { message, fields });
}

function refuseByGuard(rows: readonly Row[], title: string, problems: readonly (Problem | null)[]): void {
  const fields = problems.flatMap((problem, n): FieldError[] =>
    problem ? [{ ...problemAt(`ids.${n}`, problem), ...ofSeveral(rows, rows[n] as Row, title) }] : [],
  );
  if (fields.length > 0) throw new AppError('conflict', { message: fields[0]?.message ?? '', fields });
}

/** Identifies the row among several. */
const ofSeveral = (
  rows: readonly unknown[],
  row: Readonly<Record<string, unknown>>,
  title: string,
): Pick<FieldError, 'of'> =>
  rows.length > 1 ? { of: { id: String(row.id), title: String(row[title] ?? '') } } : {};

const problemAt = (path: string, { field, key, message }: Problem): FieldError => ({
  path: `${path}.${field}`,
  key,
  message,
});
