import type { CodedBattery } from '@voltloop/contract';
import type { Ctx } from '../../platform/ctx.ts';
import type { Db } from '../../platform/db.ts';
import { codedBatteries } from '../codes/index.ts';

/** The contents of labels, in the requested order, each once. */
export async function findLabels(
  db: Db,
  ctx: Ctx,
  asked: { ids: readonly string[]; codes: readonly string[] },
): Promise<CodedBattery[]> {
  const { tenantId } = ctx.caller;
  const [byId, byCode] = await Promise.all([
    codedBatteries(db, tenantId, 'id', asked.ids),
    codedBatteries(db, tenantId, 'battery_code', asked.codes),
  ]);
  const ids = new Map(byId.map((row) => [row.id, row]));
  const codes = new Map(byCode.map((row) => [row.batteryCode, row]));
  const rows = [...asked.ids.map((id) => ids.get(id)), ...asked.codes.map((code) => codes.get(code))];
  return [...new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : []))).values()];
}
