import type { FieldError } from '@voltloop/contract';
import type { Confirmation } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import type { StepInput } from '../../records/resources/index.ts';

const idOf = ({ path, key }: Confirmation) => `${path}\n${key}`;

/**
 * @throws unconfirmed with all warnings, if one is not confirmed; validation if a rule is overridden without a reason
 */
export function refuseUnconfirmed(
  warnings: readonly FieldError[],
  { confirmed = [], reason }: Pick<StepInput, 'confirmed' | 'reason'>,
): void {
  const known = new Set(confirmed.map(idOf));
  if (!warnings.every((warning) => known.has(idOf(warning))))
    throw new AppError('unconfirmed', { fields: [...warnings] });
  if (reason === undefined && warnings.some(({ overrides }) => overrides))
    throw fieldError('reason', 'resource.required', 'Enter a reason');
}

/** Stores the warnings that were confirmed at posting, with person and time. */
export async function storeConfirmed(
  trx: Trx,
  ctx: Ctx,
  documentId: string,
  { step, reason }: Pick<StepInput, 'step' | 'reason'>,
  warnings: readonly FieldError[],
): Promise<void> {
  if (warnings.length === 0) return;
  const { tenantId, accountId } = ctx.caller;
  await sql`insert into confirmed_warnings (document_id, tenant_id, path, key, step, reason, confirmed_by, confirmed_at)
    select ${documentId}::uuid, ${tenantId}::uuid, path, key, ${step},
        case when overrides then ${reason ?? null} end, ${accountId}::uuid, ${ctx.now}::timestamptz
      from json_to_recordset(${JSON.stringify(warnings)}::json) as w(path text, key text, overrides boolean)
    on conflict do nothing`.execute(trx);
}
