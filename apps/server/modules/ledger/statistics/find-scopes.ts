import type * as contract from '@voltloop/contract';
import type { ReplyOf } from '@voltloop/contract';
import { chinaDay } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { inNameOrder } from '../../../platform/name-order.ts';
import { chosenStores } from './scope.ts';

/** The values by which statistics can be narrowed. */
export async function findScopes(db: Db, ctx: Ctx): Promise<ReplyOf<typeof contract.findStatisticsScopes>> {
  const { rows } = await sql<{
    id: string;
    name: string;
    site_id: string | null;
    site: string | null;
    enterprise_id: string | null;
    enterprise: string | null;
    region: string | null;
  }>`with ${chosenStores(ctx.caller.tenantId, {})} select * from chosen order by ${inNameOrder(sql`name`)}, id`.execute(
    db,
  );
  const named = (pairs: [string | null, string | null][]) =>
    [...new Map(pairs.filter(([id]) => id !== null))].map(([id, name]) => ({
      id: id as string,
      name: name ?? '',
    }));
  return {
    today: chinaDay(ctx.now),
    stores: named(rows.map(({ id, name }) => [id, name])),
    sites: named(rows.map(({ site_id, site }) => [site_id, site])),
    enterprises: named(rows.map(({ enterprise_id, enterprise }) => [enterprise_id, enterprise])),
    regions: [...new Set(rows.flatMap(({ region }) => region ?? []))].sort(),
  };
}
