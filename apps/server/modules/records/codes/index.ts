import type { ReplyOf } from '@voltloop/contract';
import * as contract from '@voltloop/contract';
import { normalise, repairs } from '@voltloop/domain/battery-code/index.ts';
import { chinaDay } from '@voltloop/resources/days.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import { codedBatteries } from './store.ts';

export { codedBatteries } from './store.ts';

/**
 * The battery with the scanned code, or else those with codes that may have been misread as it.
 * @param text as the scanner sent it
 */
async function readScan(db: Db, ctx: Ctx, text: string): Promise<ReplyOf<typeof contract.readScan>> {
  const code = normalise(text);
  const proposed = repairs(text, chinaDay(ctx.now)).map((repair) => repair.code);
  const rows = await codedBatteries(db, ctx.caller.tenantId, 'battery_code', [code, ...proposed]);
  const found =
    rows.find((row) => row.batteryCode === code) ??
    (await codedBatteries(db, ctx.caller.tenantId, 'former_codes', [code]))[0] ??
    null;
  const near = proposed.flatMap((each) => rows.find((row) => row.batteryCode === each) ?? []);
  return { code, found, near: found ? [] : near };
}

/** Finds the records behind scanned codes. */
export function createCodes({ db }: Services): Module {
  return {
    routes(http) {
      http.implement(contract.readScan, (ctx, { query }) => readScan(db, ctx, query.text));
    },
  };
}
