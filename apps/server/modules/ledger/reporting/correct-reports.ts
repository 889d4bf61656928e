import type * as contract from '@voltloop/contract';
import type { BodyOf, ReplyOf } from '@voltloop/contract';
import { reportFields } from '@voltloop/domain/reporting/fields.ts';
import { valueProblem } from '@voltloop/domain/reporting/problems.ts';
import { isOpenReport } from '@voltloop/domain/reporting/steps.ts';
import { sql } from 'kysely';
import { auditAll } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError, fieldError, notFound } from '../../../platform/errors.ts';
import { limitLockWait } from '../../../platform/lock-wait.ts';
import type { Core } from './core.ts';
import { freezePayload } from './freeze-payload.ts';
import { prepare } from './payload/prepare.ts';
import { scheduleReports } from './schedule.ts';
import { lockReports } from './submit-reports.ts';

/**
 * Enters values that no document has, or that differ from the master data, for reports of one type: another version
 * of the payload, with its reason. An empty value removes an entered one.
 * @throws notFound, validation, conflict for reports that are under way, reported or void
 */
export async function correctReports(
  core: Core,
  ctx: Ctx,
  { ids, values, reason }: BodyOf<typeof contract.correctReports>,
): Promise<ReplyOf<typeof contract.correctReports>> {
  return core.services.db.transaction().execute(async (trx) => {
    await limitLockWait(trx);
    const locked = await lockReports(trx, ctx, ids);
    const [first] = locked;
    if (!first || locked.length < new Set(ids).size) throw notFound();
    if (locked.some(({ type }) => type !== first.type))
      throw fieldError('ids', 'reporting.oneType', 'Only records of one type can be corrected together');
    if (locked.some(({ state, voided }) => voided || !isOpenReport(state)))
      throw new AppError('conflict', {
        message: 'Records that are under way, reported or void cannot be corrected',
        fields: [{ path: 'ids', key: 'reporting.fixed', message: 'A record is under way, reported or void' }],
      });
    checkValues(first.type, values);
    await sql`update reports set entered = jsonb_strip_nulls(entered || ${JSON.stringify(values)}::jsonb),
        unscheduled = true, update_time = ${ctx.now} where id = any(${[...ids]}::uuid[])`.execute(trx);
    await scheduleReports(trx, sql`r.id = any(${[...ids]}::uuid[])`);
    const prepared = await prepare(trx, core.supply, ids);
    for (const { id } of locked) {
      const now = prepared.get(id);
      if (now) await freezePayload(trx, ctx, id, now.payload, reason);
    }
    await auditAll(
      trx,
      ctx,
      locked.map(({ id }) => ({
        action: 'report.correct',
        objectType: 'report',
        objectId: id,
        details: { reason, fields: Object.keys(values) },
      })),
    );
    return { corrected: locked.length };
  });
}

function checkValues(type: number, values: Readonly<Record<string, unknown>>): void {
  const fields = new Map(reportFields(type).map((field) => [field.name, field]));
  for (const [name, value] of Object.entries(values)) {
    const field = fields.get(name);
    if (!field || field.booked || field.kind === 'list')
      throw fieldError(`values.${name}`, 'reporting.notEntered', 'This field cannot be entered at the desk');
    const wrong = valueProblem(field, value);
    if (wrong !== null) throw fieldError(`values.${name}`, wrong, 'This value is wrong');
  }
}
