import { type Condition, lookupFields, type Resource, rightOf } from '@voltloop/resource-kit';
import type { Ctx } from '../../../../platform/ctx.ts';
import { isUuid } from '../../../../platform/uuid.ts';
import type { Registry } from './columns.ts';
import type { Core } from './core.ts';
import { isMasked, maskedText } from './mask.ts';
import { referencesTo } from './references-to.ts';
import { chosenRows, matchingRows, type Offered } from './store-look-up.ts';

export interface LookUp {
  search?: string | undefined;
  ids?: string | undefined;
  limit: number;
  /** Required values of fields of the offered rows. */
  among: Readonly<Record<string, unknown>>;
}

/**
 * Rows to refer to: the matches of a search, best first, or the titles of already chosen ones.
 * @throws validation for a value that its field cannot have
 */
export async function lookUp(core: Core, ctx: Ctx, resource: Resource, input: LookUp): Promise<Offered[]> {
  const { db } = core.services;
  const { tenantId } = ctx.caller;
  if (input.ids !== undefined) {
    const ids = input.ids.split(',').filter(isUuid);
    return seen(ctx, resource, await chosenRows(db, resource, tenantId, ids));
  }
  const { offered } = resource.lookup ?? {};
  const limits = lookupFields(resource).flatMap((field): Condition[] => {
    const value = input.among[field];
    return typeof value === 'string' && value !== '' ? [{ field, op: 'equals', value }] : [];
  });
  if (offered) limits.push({ field: offered.field, op: 'in', value: [...offered.is] });
  const choice = { search: input.search, filter: limits, named: {}, maskPersonal: isMasked(ctx, resource) };
  return seen(ctx, resource, await matchingRows(db, resource, tenantId, choice, input.limit));
}

/** Masks personal data for callers without the right. */
export function seen(ctx: Ctx, resource: Resource, rows: Offered[]): Offered[] {
  if (!isMasked(ctx, resource)) return rows;
  const shown = (field: string | undefined, text: string) => maskedText(resource.fields[field ?? ''], text);
  return rows.map(({ id, title, hint }) => ({
    id,
    title: shown(resource.title, title),
    hint: hint === null ? null : shown(resource.lookup?.hint, hint),
  }));
}

/** Other rights that allow the look-up of a resource: to create or change rows that refer to it. */
export function lookupRights(registry: Registry, resource: Resource): number[] {
  const referring = new Set(referencesTo(registry, resource).map(({ from }) => from));
  return [...referring].flatMap((from) => [rightOf(from, 'insert'), rightOf(from, 'update')]);
}
