import type { CodedBattery } from '@voltloop/contract';
import * as contract from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import { codedBatteries } from '../codes/index.ts';

/** The data of labels, in the requested order, each once. */
async function findLabels(
  db: Db,
  ctx: Ctx,
  requested: { ids: readonly string[]; codes: readonly string[] },
): Promise<CodedBattery[]> {
  const { tenantId } = ctx.caller;
  const [byId, byCode] = await Promise.all([
    codedBatteries(db, tenantId, 'id', requested.ids),
    codedBatteries(db, tenantId, 'battery_code', requested.codes),
  ]);
  const ids = new Map(byId.map((row) => [row.id, row]));
  const codes = new Map(byCode.map((row) => [row.batteryCode, row]));
  const rows = [...requested.ids.map((id) => ids.get(id)), ...requested.codes.map((code) => codes.get(code))];
  return [...new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : []))).values()];
}

/** The data of printed battery labels. */
export function createLabels({ db }: Services): Module {
  return {
    routes(http) {
      http.implement(contract.findLabels, (ctx, { body }) => findLabels(db, ctx, body));
    },
  };
}
