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
 * A file of the caller's tenant. The visibility of attached files follows from their records; the address itself cannot
 * be guessed. A photo of a site can be opened only by accounts that see the site now, within their history cutoff.
 * @throws notFound for files of other tenants, and photos of invisible sites
 */
export async function openFile(
  services: Pick<Services, 'db' | 'files'>,
  ctx: Ctx,
  id: string,
): Promise<{ file: FileRow; content: () => Promise<Readable> }> {
  const file = isUuid(id) ? await fileById(services.db, ctx.caller, id) : undefined;
  if (!file || !(await seesPhoto(services.db, ctx.caller, file.id))) throw notFound();
  return { file, content: () => services.files.read(keyOf(file.id)) };
}

/** Whether a file is in no note of a site, or in one that the caller sees. */
async function seesPhoto(db: Db, caller: Caller, id: string): Promise<boolean> {
  const notes = sql`site_notes n join sites s on s.id = n.site_id where n.photos @> array[${`/files/${id}`}]`;
  const { rows } = await sql<{ sees: boolean }>`select not exists (select from ${notes}) or exists (
    select from ${notes} and n.deleted_at is null and ${seesSite(caller, 's')}
      and n.created_at >= coalesce(${historyFloor(caller, 'site_id', 's.id')}, '-infinity')) as sees`.execute(
    db,
  );
  return rows[0]?.sees === true;
}
