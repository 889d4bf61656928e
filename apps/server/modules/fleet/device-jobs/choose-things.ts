import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { containing } from '../../../platform/like.ts';
import { seesThing } from '../../people/accounts/index.ts';

/** `from things t` with their state `s`: those that the caller sees, that match a search and all of `where`. */
export function thingsOf(
  caller: Caller,
  search: string | undefined,
  where: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const all = [sql`t.deleted_at is null`, seesThing(caller, 't.id'), ...where];
  if (search) all.push(sql`t.search like ${containing(search.toLowerCase())}`);
  return sql`from things t left join thing_state s on s.thing_id = t.id where ${sql.join(all, sql` and `)}`;
}

/** Things for a batch, at most `limit`. @param from {@link thingsOf} */
export async function chooseThings<Row>(
  db: Db,
  columns: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  limit: number,
): Promise<({ id: string; devid: string; online: boolean } & Row)[]> {
  const { rows } = await sql<{ id: string; devid: string; online: boolean } & Row>`
    select t.id, t.devid, coalesce(s.online, false) as online, ${columns} ${from} order by t.id limit ${limit}`.execute(
    db,
  );
  return rows;
}
