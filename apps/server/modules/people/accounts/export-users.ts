import type * as contract from '@voltloop/contract';
import type { QueryOf, UserExportColumn } from '@voltloop/contract';
import type { FastifyReply } from 'fastify';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { replied } from '../../../platform/http.ts';
import { sendTable, type TableCell } from '../../../platform/table-export.ts';
import { checkTimeZone } from './check-time-zone.ts';
import type { Core } from './core.ts';
import { exportTexts } from './export-texts.ts';
import { findUsers, type UserRow, usersById } from './store-users.ts';
import { loadAccount } from './visibility.ts';

/** Maximum rows of one file (specification section 9: sub-user export 99999). */
const MAX_ROWS = 99_999;
const BATCH = 500;

/**
 * Sends the accounts of a list as a file, with unmasked personal data; the export is audited (interpretation C23).
 * Never contains a password, token or hash (C21).
 * @throws notFound, validation
 */
export async function exportUsers(
  core: Core,
  ctx: Ctx,
  query: QueryOf<typeof contract.exportUsers>,
  reply: FastifyReply,
): Promise<typeof replied> {
  const { db } = core.services;
  const { format, language, time_zone, columns, ...filters } = query;
  checkTimeZone(time_zone, 'query.time_zone');
  const base = await loadAccount(db, ctx.caller, query.parent_id || 'self');
  const { ids } = await findUsers(db, base, filters, { offset: 0, limit: MAX_ROWS });
  await db.transaction().execute((trx) =>
    audit(trx, ctx, {
      action: 'account.export',
      objectType: 'account',
      objectId: base.id,
      details: { format, columns, rows: ids.length },
    }),
  );
  const texts = exportTexts[language];
  const time = (time_ms: number | null) => ({ time_ms, zone: time_zone });
  const cells: Record<UserExportColumn, (row: UserRow) => TableCell> = {
    user_name: (row) => row.user_name,
    name: (row) => row.name,
    kind: (row) => texts.kind[row.kind],
    state: (row) => texts.state[row.state],
    parent: (row) => row.parent_name,
    email: (row) => row.email,
    mobile: (row) => row.mobile,
    company: (row) => row.company,
    address: (row) => row.address,
    children: (row) => row.children_total,
    things: (row) => row.things_total,
    created_at: (row) => time(row.created_at),
    last_login_time: (row) => time(row.last_login_time),
  };
  async function* rows(): AsyncGenerator<TableCell[]> {
    for (let from = 0; from < ids.length; from += BATCH) {
      for (const row of await usersById(db, ids.slice(from, from + BATCH)))
        yield columns.map((column) => cells[column](row));
    }
  }
  return sendTable(reply, {
    format,
    name: texts.fileName,
    header: columns.map((column) => texts.header[column]),
    rows: rows(),
  });
}
