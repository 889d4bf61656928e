import type { exportLog, LogRow, QueryOf } from '@voltloop/contract';
import { actionLabel, objectTypeLabel } from '@voltloop/resources/action-words.ts';
import { CHINA } from '@voltloop/resources/days.ts';
import type { FastifyReply } from 'fastify';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { refuseLongSheet, sendTable, type TableCell } from '../../../platform/table-export.ts';
import type { Core } from '../resources/index.ts';
import { checkedFilter } from './find-log.ts';
import { logBatches, logPage } from './store.ts';
import { withTitles } from './titles.ts';

const texts = {
  en: {
    name: 'Operation log',
    header: ['No.', 'Time', 'User', 'Action', 'Code', 'Object', 'Name', 'Object id', 'Address', 'Result'],
    results: { ok: 'Done', refused: 'Refused' },
  },
  zh: {
    name: '操作日志',
    header: ['序号', '时间', '用户', '操作', '操作代码', '对象', '对象名称', '对象标识', 'IP 地址', '结果'],
    results: { ok: '成功', refused: '被拒绝' },
  },
} as const;

/** The filtered trail as a file, streamed; the export leaves an audit row. @throws validation */
export async function exportLogRows(
  core: Core,
  ctx: Ctx,
  input: QueryOf<typeof exportLog>,
  reply: FastifyReply,
) {
  const { db } = core.services;
  const { format, language, order, ...given } = input;
  const filter = checkedFilter(given);
  const window = { order, offset: 0, limit: 1 };
  const { total } = await logPage(db, ctx.caller.tenantId, filter, window);
  refuseLongSheet(format, total);
  await db.transaction().execute((trx) =>
    audit(trx, ctx, {
      action: 'log.export',
      objectType: 'log',
      details: { rows: total, format, ...filter },
    }),
  );
  const { name, header, results } = texts[language];
  const cells = (row: LogRow): TableCell[] => [
    row.seq,
    { time_ms: row.time, zone: CHINA },
    row.user,
    actionLabel(row.action, language),
    row.action,
    row.objectType === null ? null : objectTypeLabel(row.objectType, language),
    row.title,
    row.objectId,
    row.ip,
    results[row.result as 'ok' | 'refused'] ?? row.result,
  ];
  async function* rows(): AsyncGenerator<TableCell[]> {
    for await (const batch of logBatches(db, ctx.caller.tenantId, filter, order)) {
      for (const row of await withTitles(core, ctx, batch)) yield cells(row);
    }
  }
  return sendTable(reply, { format, name, header, rows: rows() });
}
