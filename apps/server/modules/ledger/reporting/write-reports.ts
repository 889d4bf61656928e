import type { Preset } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';
import { scheduleReports } from './schedule.ts';

interface Posted {
  id: string;
  day: string;
}

/**
 * Creates the reports of a posted document's lines (interpretation B17), in state 1: not reported; and starts the
 * clocks of handed-over goods.
 */
export async function writeReports(
  trx: Trx,
  tenantId: string,
  document: Posted,
  { reports, to }: Preset,
  lines: readonly { id: string; code: string | null }[],
): Promise<void> {
  const recycled = reports?.recycled === undefined ? new Set() : await recycledOf(trx, lines);
  const rows = lines.flatMap(({ id, code }) => {
    const byMass = recycled.has(id) ? reports?.recycled : reports?.byMass;
    const type = code === null ? byMass : reports?.coded;
    return type === undefined ? [] : [{ line: id, type }];
  });
  if (rows.length > 0) {
    await sql`insert into reports (tenant_id, type, line_id, day, store_id, site_id, enterprise_id)
      select ${tenantId}::uuid, f.type, f.line, ${document.day}::date, s.id, s.site_id, rs.enterprise_id
      from json_to_recordset(${JSON.stringify(rows)}::json) as f(line uuid, type int)
        join documents d on d.id = ${document.id}::uuid left join stores s on s.id = d.store_id
        left join recycle_sites rs on rs.id = s.site_id`.execute(trx);
    await scheduleReports(
      trx,
      sql`r.line_id in (select id from document_lines where document_id = ${document.id})`,
    );
  }
  if (to.at === 'outside' || to.at === 'recycled') await startClocks(trx, document);
}

/** Lines whose lot came out of a valid recycling run. */
async function recycledOf(trx: Trx, lines: readonly { id: string }[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select l.id from document_lines l
      where l.id = any(${lines.map(({ id }) => id)}::uuid[]) and exists (
        select 1 from moves m join places p on p.id = m.from_place and p.kind = 'recycled'
            join documents d on d.id = m.document_id and d.kind = 'recyclingRun' and d.status = 'posted'
              and d.reverses_id is null
          where m.item_id = l.item_id)`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Records the first hand-over of goods, and of what is inside them (decision 98): it starts the clocks of some types.
 * Only scrapped goods hand over their scrapping: the rest of a lot may be sold.
 */
async function startClocks(trx: Trx, { id, day }: Posted): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    with recursive gone as (
      select m.item_id as id, m.from_condition = 'scrapped' as scrapped
        from moves m join places p on p.id = m.to_place
        where m.document_id = ${id} and p.kind in ('outside', 'recycled')
      union
      select b.id, gone.scrapped from gone join batteries b on b.parent_id = gone.id and b.deleted_at is null
    )
    update reports r set handed_over_on = ${day}::date, handed_over_by = ${id}, unscheduled = true
      where r.id in (
        select own.id from gone join document_lines made on made.item_id = gone.id
            join reports own on own.line_id = made.id
          where (own.type in (3, 4, 5, 10) or (own.type in (6, 7) and gone.scrapped))
            and own.handed_over_on is null and own.voided_by is null
          order by own.id for no key update of own
      )
      returning r.id`.execute(trx);
  if (rows.length > 0) await scheduleReports(trx, handedOverBy(id));
}

/** Voids the reports of a document that the counter-document reverses, and resets its hand-overs. */
export async function voidReports(trx: Trx, documentId: string, counterId: string): Promise<void> {
  await sql`update reports set voided_by = ${counterId}
    where voided_by is null and line_id in (select id from document_lines where document_id = ${documentId})`.execute(
    trx,
  );
  const { rows } = await sql<{ id: string }>`
    update reports set handed_over_on = null, unscheduled = true where handed_over_by = ${documentId} returning id`.execute(
    trx,
  );
  if (rows.length === 0) return;
  await scheduleReports(trx, handedOverBy(documentId));
  await sql`update reports set handed_over_by = null where handed_over_by = ${documentId}`.execute(trx);
}

const handedOverBy = (documentId: string) => sql`r.handed_over_by = ${documentId}`;

/**
 * The number of records of a document that the platform has or may have; the others cannot be submitted until the
 * transaction ends.
 */
export async function lockReports(trx: Trx, documentId: string): Promise<number> {
  const { rows } = await sql<{ held: boolean }>`
    select r.state in (2, 3) or exists (
          select from report_attempts t where t.report_id = r.id and t.n = r.attempts and t.in_doubt
        ) as held
      from reports r join document_lines l on l.id = r.line_id
      where l.document_id = ${documentId} and r.voided_by is null order by r.id for no key update of r`.execute(
    trx,
  );
  return rows.filter(({ held }) => held).length;
}
