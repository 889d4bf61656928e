import type { FieldError } from '@voltloop/contract';
import { type DocumentKind, rightToOverride } from '@voltloop/resource-kit';
import { type Breach, breachesOf, hasCounterpartyRules } from '@voltloop/resources/counterparty-rules.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Move } from '../stock/index.ts';
import type { Document } from './document.ts';
import { readHandover } from './read-handover.ts';

/**
 * Checks the receiver and carrier of a document's goods by the rules of its business day.
 * @param options.mayOverride whether somebody with that right decides later
 * @returns breaches that a person with the right to override must confirm with a reason
 * @throws conflict that names every broken rule, for callers without that right
 */
export async function checkHandover(
  trx: Trx,
  ctx: Ctx,
  { resource }: DocumentKind,
  document: Document,
  moves: readonly Move[],
  { mayOverride = false } = {},
): Promise<FieldError[]> {
  const use = `${resource.name}.${document.preset}`;
  if (!hasCounterpartyRules(use)) return [];
  const breaches = breachesOf(await readHandover(trx, document, use, moves));
  if (breaches.length === 0) return [];
  const fields = breaches.map(errorOf);
  const right = rightToOverride(resource);
  const may = right !== null && (mayOverride || ctx.caller.rights.has(right));
  if (may && breaches.every(({ final }) => !final))
    return fields.map((field) => ({ ...field, overrides: true }));
  throw new AppError('conflict', { message: fields[0]?.message ?? '', fields });
}

function errorOf({ rule, field, key, values }: Breach): FieldError {
  const { clause_en: clause, name } = values;
  return {
    path: field,
    key: `rule.counterparty.${key}?${new URLSearchParams({ rule, ...values })}`,
    message: `Rule ${rule}${name ? ` (${name})` : ''}: ${clause}`,
  };
}
