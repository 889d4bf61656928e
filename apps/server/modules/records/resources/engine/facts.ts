import type { Facts } from '@voltloop/resource-kit';
import { CompiledQuery } from 'kysely';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Db, Trx } from '../../../../platform/db.ts';
import { by } from './core.ts';

/** Queries that the rules of a resource may use, inside the transaction of the calling verb. */
export function factsOf(trx: Db | Trx, ctx: Ctx): Facts {
  return {
    ...by(ctx),
    async query<T>(sql: string, values: readonly unknown[] = []) {
      const { rows } = await trx.executeQuery<T>(CompiledQuery.raw(sql, [...values]));
      return rows;
    },
  };
}
