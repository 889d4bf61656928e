import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Caller, Ctx } from '../../platform/ctx.ts';
import type { Db } from '../../platform/db.ts';
import { notFound } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { isUuid } from '../../platform/uuid.ts';
import { historyFloor, seesSite } from '../accounts/index.ts';
import { type FileRow, fileById } from './store.ts';
import { keyOf } from './store-file.ts';

/**
 * A file of the caller's tenant, for the account that uploaded it. A photo of a site also for accounts that see the site
 * now, within their history cutoff; any other file also for the back office, whose records it belongs to.
 * @throws notFound for all others
 */
export async function openFile(
  services: Pick<Services, 'db' | 'files'>,
  ctx: Ctx,
  id: string,
): Promise<{ file: FileRow; content: () => Promise<Readable> }> {
  const file = isUuid(id) ? await fileById(services.db, ctx.caller, id) : undefined;
  if (!file || !(await maySee(services.db, ctx.caller, file.id))) throw notFound();
  return { file, content: () => services.files.read(keyOf(file.id)) };
}

async function maySee(db: Db, caller: Caller, id: string): Promise<boolean> {
  const notes = sql`site_notes n join sites s on s.id = n.site_id where n.photos @> array[${`/files/${id}`}]`;
  const isOffice = caller.kind === 'staff' || caller.kind === 'main';
  const { rows } = await sql<{ sees: boolean }>`select case when exists (select from ${notes}) then exists (
      select from ${notes} and n.deleted_at is null and ${seesSite(caller, 's')}
        and n.created_at >= coalesce(${historyFloor(caller, 'site_id', 's.id')}, '-infinity'))
      else ${isOffice} or exists (select from files where id = ${id}::uuid and account_id = ${caller.accountId}::uuid)
      end as sees`.execute(db);
  return rows[0]?.sees === true;
}
