import type * as contract from '@voltloop/contract';
import type { QueryOf, StaffExportColumn } from '@voltloop/contract';
import type { FastifyReply } from 'fastify';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { replied } from '../../../platform/http.ts';
import { sendTable, type TableCell } from '../../../platform/table-export.ts';
import { checkTimeZone, exportTexts } from '../accounts/index.ts';
import type { Core } from './core.ts';
import { findStaff, type StaffRow } from './store.ts';

/** Maximum rows of one file; staff of one business, so they are read at once. */
const MAX_ROWS = 99_999;

const texts = {
  en: {
    fileName: 'staff',
    header: {
      user_name: 'User name',
      name: 'Name',
      role: 'Role',
      state: 'State',
      mobile: 'Mobile',
      email: 'E-mail',
      two_factor: 'Two-factor sign-in',
      description: 'Remark',
      last_login_time: 'Last sign-in',
      created_at: 'Created',
    },
    twoFactor: { on: 'On', off: 'Off' },
  },
  zh: {
    fileName: '员工账号',
    header: {
      user_name: '用户名',
      name: '姓名',
      role: '角色',
      state: '状态',
      mobile: '手机',
      email: '邮箱',
      two_factor: '两步验证',
      description: '备注',
      last_login_time: '最近登录',
      created_at: '创建时间',
    },
    twoFactor: { on: '已启用', off: '未启用' },
  },
} as const satisfies Record<
  string,
  { fileName: string; header: Record<StaffExportColumn, string>; twoFactor: Record<'on' | 'off', string> }
>;

/**
 * Sends the staff of a list as a file, with unmasked personal data; the export is audited (interpretation C23). Never
 * contains a password, token or hash (C21).
 * @throws validation
 */
export async function exportStaff(
  core: Core,
  ctx: Ctx,
  query: QueryOf<typeof contract.exportStaff>,
  reply: FastifyReply,
): Promise<typeof replied> {
  const { db } = core.services;
  const { format, language, time_zone, columns, ...filters } = query;
  checkTimeZone(time_zone, 'query.time_zone');
  const { list } = await findStaff(db, ctx.caller.tenantId, filters, { offset: 0, limit: MAX_ROWS });
  await db.transaction().execute((trx) =>
    audit(trx, ctx, {
      action: 'account.export',
      objectType: 'account',
      details: { kind: 'staff', format, columns, rows: list.length },
    }),
  );
  const { fileName, header, twoFactor } = texts[language];
  const states = exportTexts[language].state;
  const time = (time_ms: number | null) => ({ time_ms, zone: time_zone });
  const cells: Record<StaffExportColumn, (row: StaffRow) => TableCell> = {
    user_name: (row) => row.user_name,
    name: (row) => row.name,
    role: (row) => row.role_name,
    state: (row) => states[row.state],
    mobile: (row) => row.mobile,
    email: (row) => row.email,
    two_factor: (row) => twoFactor[row.two_factor ? 'on' : 'off'],
    description: (row) => row.description,
    last_login_time: (row) => time(row.last_login_time),
    created_at: (row) => time(row.created_at),
  };
  async function* rows(): AsyncGenerator<TableCell[]> {
    for (const row of list) yield columns.map((column) => cells[column](row));
  }
  return sendTable(reply, {
    format,
    name: fileName,
    header: columns.map((column) => header[column]),
    rows: rows(),
  });
}
