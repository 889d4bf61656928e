import { conditionChangeKind } from '@voltloop/resources/condition-change/condition-change.resource.ts';
import { chinaDay } from '@voltloop/resources/days.ts';
import { testReport } from '@voltloop/resources/test-report/test-report.resource.ts';
import { sql } from 'kysely';
import { auditAll } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  type Core,
  insertUnaudited,
  type Row,
  type StepInput,
  takeOwnStep,
} from '../../records/resources/index.ts';
import { lockDocument } from './document.ts';
import { post } from './post.ts';
import { posting } from './posting.ts';

/**
 * Takes a step of test reports. The batteries in test that signed reports accept become available, by one posted
 * document per store in the name of who signed. A refusal of the ledger does not undo the signature: the batteries stay
 * in test until a person releases them.
 */
export async function signAndRelease(core: Core, ctx: Ctx, input: StepInput): Promise<Row[]> {
  const reports = await takeOwnStep(core, ctx, testReport, input);
  if (input.step !== 'sign') return reports;
  const batteryIds = reports.map(({ batteryId }) => String(batteryId));
  for (const storeId of await storesOf(core, ctx, batteryIds)) {
    try {
      await posting(core.services, ctx, 1, (trx) => release(core, trx, ctx, storeId, batteryIds));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      ctx.log.warn({ storeId, fields: error.fields.slice(0, 5) }, 'tested batteries could not be released');
    }
  }
  return reports;
}

const releasable = (ctx: Ctx, ids: readonly string[]) => sql`
  from batteries b where b.tenant_id = ${ctx.caller.tenantId} and b.id = any(${[...ids]}::uuid[])
    and b.state = 'in_test' and b.store_id is not null and b.parent_id is null and b.grade <> 'X'
    and b.deleted_at is null
    and not exists (select from claims c where c.item_id = b.id and c.ends_at > ${ctx.now})`;

async function storesOf({ services: { db } }: Core, ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct b.store_id as id ${releasable(ctx, ids)} order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

async function release(
  core: Core,
  trx: Trx,
  ctx: Ctx,
  storeId: string,
  batteryIds: readonly string[],
): Promise<void> {
  const { resource } = conditionChangeKind;
  const header = { preset: 'fromTest', storeId, day: chinaDay(ctx.now) };
  const { ids, entries } = await insertUnaudited(core, trx, ctx, resource, [header]);
  const id = ids[0] as string;
  await sql`insert into document_lines (tenant_id, document_id, client_key, place_in_list, code)
    select b.tenant_id, ${id}::uuid, b.id::text, row_number() over (order by b.battery_code), b.battery_code
      ${releasable(ctx, batteryIds)} and b.store_id = ${storeId}::uuid`.execute(trx);
  const document = await lockDocument(trx, ctx.caller.tenantId, conditionChangeKind, id);
  const posted = await post(core, trx, ctx, conditionChangeKind, document);
  await auditAll(trx, ctx, [...entries, ...posted.entries]);
}
