import type { ReplyOf } from '@voltloop/contract';
import type { DocumentKind, documentCalls } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';

type Course = ReplyOf<ReturnType<typeof documentCalls>['course']>;

/**
 * The steps of a document with person and time, from the audit trail, and the document that voids it. @throws
 * notFound
 */
export async function courseOf(db: Db, ctx: Ctx, kind: DocumentKind, id: string): Promise<Course> {
  const { tenantId, accountId } = ctx.caller;
  const { name } = kind.resource;
  const other = (d: string) => sql`case when ${sql.ref(`${d}.id`)} is not null
    then json_build_object('id', ${sql.ref(`${d}.id`)}, 'no', ${sql.ref(`${d}.no`)}) end`;
  const { rows } = await sql<
    Omit<Course, 'events' | 'confirmed'> & { postedAt: number | null; postedBy: string | null }
  >`
    select ${other('first')} as voids, ${other('later')} as "voidedBy",
        ${accountId} in (d.submitted_by, d.create_user) is true as own,
        (extract(epoch from d.posted_at) * 1000)::float8 as "postedAt", poster.name as "postedBy"
      from documents d left join documents first on first.id = d.reverses_id
        left join documents later on later.reverses_id = d.id
        left join accounts poster on poster.id = d.posted_by
      where d.id = ${id} and d.tenant_id = ${tenantId} and d.kind = ${name} and d.deleted_at is null`.execute(
    db,
  );
  if (!rows[0]) throw notFound();
  const { rows: events } = await sql<Course['events'][number]>`
    select coalesce(t.details ->> 'step', 'insert') as step, (extract(epoch from t.at) * 1000)::float8 as time,
        coalesce(a.name, t.actor_name) as by, t.details ->> 'reason' as reason
      from audit t left join accounts a on a.id = t.actor_id
      where t.tenant_id = ${tenantId} and t.object_type = ${name} and t.object_id = ${id}
        and t.action in (${`${name}.insert`}, ${`${name}.step`})
      order by t.seq desc limit 50`.execute(db);
  const { rows: confirmed } = await sql<Course['confirmed'][number]>`
    select w.path, w.key, (extract(epoch from w.confirmed_at) * 1000)::float8 as time, a.name as by, w.reason
      from confirmed_warnings w left join accounts a on a.id = w.confirmed_by
      where w.document_id = ${id} order by w.confirmed_at, w.path, w.key limit 200`.execute(db);
  // The void creates and posts a counter-document; its audit row belongs to the voided document.
  const { postedAt, postedBy, ...course } = rows[0];
  const made = { step: 'post', time: postedAt ?? 0, by: postedBy, reason: null };
  return { ...course, confirmed, events: course.voids ? [made] : events.reverse() };
}
