import type { Readable } from 'node:stream';
import { names } from '@voltloop/resources/names.ts';
import { sql } from 'kysely';
import type { Caller, Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { historyFloor, seesSite } from '../accounts/index.ts';
import { type FileRow, fileById } from './store.ts';
import { keyOf } from './store-file.ts';

/**
 * A file of the caller's tenant, for the account that uploaded it. A photo of a site also for accounts that see the site
 * now, within their history cutoff; any other attached file also for accounts of the back office with the right to view
 * the kind of record that it belongs to (docs/decisions/0133).
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
  const visible = Object.entries(names).flatMap(([name, { menu }]) =>
    caller.rights.has(menu) ? [name] : [],
  );
  const { rows } = await sql<{ sees: boolean }>`select case when exists (select from ${notes}) then exists (
      select from ${notes} and n.deleted_at is null and ${seesSite(caller, 's')}
        and n.created_at >= coalesce(${historyFloor(caller, 'site_id', 's.id')}, '-infinity'))
      else exists (select from files f left join file_owners o on o.file_id = f.id
        where f.id = ${id}::uuid and (f.account_id = ${caller.accountId}::uuid or (${isOffice} and f.used_at is not null
          and (o.resource is null or o.resource = any(${visible}::text[])))))
      end as sees`.execute(db);
  return rows[0]?.sees === true;
}
