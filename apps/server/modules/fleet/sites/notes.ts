import type { addSiteNote, BodyOf, listSiteNotes, Page, QueryOf, SiteNote } from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { type Db, oneRow, type Trx } from '../../../platform/db.ts';
import { fieldError, forbidden, notFound } from '../../../platform/errors.ts';
import { paged, pageWindow } from '../../../platform/paging.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { attachFiles, ownPictures } from '../../people/files/index.ts';
import { type Core, mayManageSites } from './core.ts';
import { findSite } from './find-site.ts';

interface NoteRow {
  id: string;
  text: string;
  photos: string[];
  author: string;
  author_id: string;
  created_at: Date;
}

const noteRows = (siteId: string, more = sql``) => sql<NoteRow>`
  select n.id, n.text, n.photos, a.name as author, n.author_id, n.created_at
  from site_notes n join accounts a on a.id = n.author_id
  where n.site_id = ${siteId}::uuid and n.deleted_at is null ${more}`;

const shown = (ctx: Ctx, { author_id, created_at, ...note }: NoteRow): SiteNote => ({
  ...note,
  created_at: created_at.getTime(),
  may_delete: author_id === ctx.caller.accountId || mayManageSites(ctx.caller.roleId),
});

/** Notes of a site, newest first, within the caller's history cutoff. @throws notFound */
export async function listNotes(
  core: Core,
  ctx: Ctx,
  id: string,
  query: QueryOf<typeof listSiteNotes>,
): Promise<Page<SiteNote>> {
  const { db } = core.services;
  const site = await findSite(db, ctx, id);
  const window = pageWindow(query, 200);
  const from = sql` and n.created_at >= ${new Date(site.visibleFrom_ms)}`;
  const [{ rows }, total] = await Promise.all([
    sql<NoteRow>`${noteRows(site.id, from)} order by n.created_at desc, n.id
      limit ${window.limit} offset ${window.offset}`.execute(db),
    countNotes(db, site.id, site.visibleFrom_ms),
  ]);
  return paged({ list: rows.map((note) => shown(ctx, note)), total }, window);
}

async function countNotes(db: Db, siteId: string, from_ms: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from site_notes
    where site_id = ${siteId} and deleted_at is null and created_at >= ${new Date(from_ms)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Writes a note. @throws notFound, validation for a photo that is not a picture uploaded by the caller */
export async function addNote(
  core: Core,
  ctx: Ctx,
  id: string,
  { text, photos }: BodyOf<typeof addSiteNote>,
): Promise<SiteNote> {
  return core.services.db.transaction().execute(async (trx) => {
    const site = await findSite(trx, ctx, id);
    if (!(await ownPictures(trx, ctx.caller, photos)))
      throw fieldError('photos', 'site.photos', 'Photos are pictures that you have uploaded');
    const note = oneRow(
      await sql<{ id: string }>`
        insert into site_notes (site_id, author_id, text, photos, created_at)
        values (${site.id}, ${ctx.caller.accountId}, ${text}, ${photos}, ${ctx.now})
        returning id`.execute(trx),
    );
    await attachFiles(trx, photos, { now: ctx.now });
    await audit(trx, ctx, {
      action: 'site.addNote',
      objectType: 'site',
      objectId: site.id,
      details: { note: note.id, photos: photos.length },
    });
    return shown(ctx, await noteById(trx, site.id, note.id));
  });
}

async function noteById(trx: Trx, siteId: string, noteId: string): Promise<NoteRow> {
  const { rows } = isUuid(noteId)
    ? await noteRows(siteId, sql` and n.id = ${noteId}::uuid`).execute(trx)
    : { rows: [] };
  const [note] = rows;
  if (!note) throw notFound();
  return note;
}

/** Deletes a note: allowed for its author and accounts that may change the site. @throws forbidden, notFound */
export async function deleteNote(core: Core, ctx: Ctx, id: string, noteId: string): Promise<null> {
  return core.services.db.transaction().execute(async (trx) => {
    const site = await findSite(trx, ctx, id);
    const note = await noteById(trx, site.id, noteId);
    if (note.created_at.getTime() < site.visibleFrom_ms) throw notFound();
    if (!shown(ctx, note).may_delete) throw forbidden();
    await sql`update site_notes set deleted_at = ${ctx.now} where id = ${note.id}`.execute(trx);
    await audit(trx, ctx, {
      action: 'site.deleteNote',
      objectType: 'site',
      objectId: site.id,
      details: { note: note.id },
    });
    return null;
  });
}
