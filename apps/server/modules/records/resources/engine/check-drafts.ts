import { setImmediate } from 'node:timers/promises';
import type { FieldError } from '@voltloop/contract';
import { counts, type Draft, inputSchema, type Resource, type Values } from '@voltloop/resource-kit';
import { inputOf } from '@voltloop/resource-kit/values.ts';
import type { Caller, Ctx } from '../../../../platform/ctx.ts';
import type { Db, Trx } from '../../../../platform/db.ts';
import { fieldErrors } from '../../../../platform/http.ts';
import { mapYielding } from '../../../../platform/map-yielding.ts';
import { attachable } from '../../../people/files/index.ts';
import { checkReferences } from './check-references.ts';
import { type Core, rulesOf } from './core.ts';
import { factsOf } from './facts.ts';

/** Rows that rules check at a time; other requests are served in between. */
const CHECKED_AT_ONCE = 1000;

/** A row that may be written, or its errors. */
export interface Checked {
  values: Values;
  errors: FieldError[];
}

/** An address in a row: its path, as `licences` or `permits.0.file`. */
interface Address {
  row: number;
  path: string;
  address: string;
}

/**
 * Checks that files which a row did not have before were uploaded by the caller, or are attached to a record already:
 * with another's upload, a record would open it to everyone who may view its kind (docs/decisions/0133).
 * @returns the errors of each row, in their order
 */
async function checkFiles(
  trx: Db | Trx,
  caller: Caller,
  resource: Resource,
  rows: readonly Draft[],
): Promise<FieldError[][]> {
  const errors: FieldError[][] = rows.map(() => []);
  const added = rows.flatMap(({ values, before }, row) => {
    const addresses = addressesIn(resource.fields, values, row, '');
    if (addresses.length === 0) return [];
    const known = new Set(
      before && addressesIn(resource.fields, before, row, '').map((each) => each.address),
    );
    return addresses.filter(({ address }) => !known.has(address));
  });
  if (added.length === 0) return errors;
  const good = await attachable(
    trx,
    caller,
    added.map(({ address }) => address),
  );
  for (const { row, path, address } of added) {
    if (!good.has(address))
      errors[row]?.push({ path, key: 'resource.foreignFile', message: 'Upload this file again' });
  }
  return errors;
}

function addressesIn(fields: Resource['fields'], values: Values, row: number, before: string): Address[] {
  return Object.entries(fields).flatMap(([name, { kind, ...field }]): Address[] => {
    const value = values[name];
    if (!Array.isArray(value)) return [];
    const path = before + name;
    if (kind === 'files') return value.map((address) => ({ row, path, address: String(address) }));
    return kind === 'lines' && 'of' in field
      ? value.flatMap((line, n) => addressesIn(field.of, line, row, `${path}.${n}.`))
      : [];
  });
}

/**
 * Validates whole rows: normalises values, derives fields, checks references, and applies the rules. Rows that are
 * invalid on their own are not checked further.
 * @param drafts the given values merged over the stored ones
 * @returns a result for each draft, in their order
 */
export async function checkDrafts(
  core: Core,
  trx: Db | Trx,
  ctx: Ctx,
  resource: Resource,
  drafts: readonly Draft[],
): Promise<Checked[]> {
  const { registry } = core;
  const rules = rulesOf(core, resource);
  const whole = draftChecker(core, ctx, resource);
  const checked = await mapYielding(drafts, whole);
  const right = () => checked.flatMap((each, n) => (each.errors.length === 0 ? [n] : []));
  const values = (places: readonly number[]) => places.map((n) => (checked[n] as Checked).values);
  const withBefore = (places: readonly number[]) =>
    places.map((n): Draft => ({ values: (checked[n] as Checked).values, before: drafts[n]?.before ?? null }));

  let places = right();
  const missing = await checkReferences(trx, registry, resource, ctx.caller.tenantId, values(places));
  const foreign = await checkFiles(trx, ctx.caller, resource, withBefore(places));
  places.forEach((n, i) => {
    checked[n]?.errors.push(...(missing[i] ?? []), ...(foreign[i] ?? []));
  });
  if (!rules.check) return checked;

  places = right();
  const checkedDrafts = withBefore(places);
  const facts = factsOf(trx, ctx);
  for (let at = 0; at < checkedDrafts.length; at += CHECKED_AT_ONCE) {
    const problems = await rules.check(facts, checkedDrafts.slice(at, at + CHECKED_AT_ONCE));
    for (const [i, found] of problems.entries()) {
      const errors = found.map(({ field, key, message }) => ({ path: field, key, message }));
      checked[places[at + i] ?? -1]?.errors.push(...errors);
    }
    if (at + CHECKED_AT_ONCE < checkedDrafts.length) await setImmediate();
  }
  return checked;
}

/** Checks a single row: its schema, and the derived values. */
function draftChecker(core: Core, ctx: Ctx, resource: Resource): (draft: Draft) => Checked {
  const schema = inputSchema(resource);
  const { derive } = rulesOf(core, resource);
  // Created once: building a schema takes longer than using it.
  const closed = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.server || name === resource.life?.field ? [{ name, field, form: inputOf(field) }] : [],
  );
  return ({ values, before }) => {
    const given = schema.safeParse(values);
    if (!given.success) return { values, errors: fieldErrors(given.error, 'body') };
    const kept = Object.fromEntries(closed.map(({ name }) => [name, values[name]]));
    const derived = derive?.({ values: { ...kept, ...given.data }, before }, ctx.now) ?? {};
    // Derived values are validated like all others. A field that becomes applicable through a derived value is
    // validated with its given value.
    const reparsed = derive ? schema.safeParse({ ...values, ...given.data, ...derived }) : given;
    if (!reparsed.success) return { values, errors: fieldErrors(reparsed.error, 'body') };
    const errors: FieldError[] = [];
    const whole = { ...reparsed.data };
    for (const { name, field, form } of closed) {
      const value = name in derived ? derived[name] : kept[name];
      if (value === undefined || value === null || !counts(field, { ...kept, ...whole })) continue;
      if (before && !(name in derived)) {
        whole[name] = value;
        continue;
      }
      const parsed = form.safeParse(value);
      if (parsed.success) whole[name] = parsed.data;
      else errors.push(...fieldErrors(parsed.error, name));
    }
    return { values: whole, errors };
  };
}
