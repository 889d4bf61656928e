import type { Preset } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db.ts';
import type { Document } from './document.ts';
import type { Line } from './lines.ts';

/** Writes what must be reported of the lines (decisions B17), in state 1: not reported. */
export async function writeReports(
  trx: Trx,
  tenantId: string,
  document: Document,
  { reports }: Preset,
  lines: readonly Line[],
): Promise<void> {
  const rows = lines.flatMap(({ id, code }) => {
    const type = code === null ? reports?.byMass : reports?.coded;
    return type === undefined ? [] : [{ line: id, type }];
  });
  if (rows.length === 0) return;
  await sql`insert into reports (tenant_id, type, line_id, clock_day)
    select ${tenantId}::uuid, type, line, ${document.day}::date
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(line uuid, type int)`.execute(trx);
}
