import type * as contract from '@voltloop/contract';
import type { QueryOf } from '@voltloop/contract';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { provinceName } from '@voltloop/domain/regions/provinces.ts';
import { wordsOfKind } from '@voltloop/resources/document-words.ts';
import type { FastifyReply } from 'fastify';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { sendTable } from '../../../platform/table-export.ts';
import { enterprisesOf } from './count-enterprises.ts';
import { jobsOf } from './count-jobs.ts';
import { type StatisticsTable, tableOf } from './tables.ts';

interface ExportQuery {
  from: string;
  to: string;
  format: 'xlsx' | 'csv';
}

/** Sends a table as a file and audits the export. */
async function send(
  db: Db,
  ctx: Ctx,
  reply: FastifyReply,
  { action, query, table }: { action: string; query: ExportQuery; table: StatisticsTable },
) {
  await db
    .transaction()
    .execute((trx) => audit(trx, ctx, { action, details: { ...query, rows: table.rows.length } }));
  async function* rows() {
    yield* table.rows;
  }
  return sendTable(reply, {
    format: query.format,
    name: `${table.name} ${query.from} ${query.to}`,
    sheet: table.name,
    header: table.header,
    rows: rows(),
  });
}

/** @throws validation */
export async function exportStatistics(
  db: Db,
  ctx: Ctx,
  query: QueryOf<typeof contract.exportStatistics>,
  reply: FastifyReply,
) {
  const table = await tableOf(db, ctx, query);
  return send(db, ctx, reply, { action: 'statistics.export', query, table });
}

const enterpriseWords = {
  en: {
    name: 'Enterprise count',
    header: [
      'Enterprise',
      'Kind',
      'Province',
      'Permits valid',
      'Ending soon',
      'Expired',
      'Next end',
      'Received (kg)',
      'Receipts',
      'Delivered (kg)',
      'Issues',
    ],
  },
  zh: {
    name: '企业统计',
    header: [
      '企业',
      '企业类型',
      '省份',
      '有效资质',
      '即将到期',
      '已过期',
      '最近到期日',
      '入库重量(kg)',
      '入库单数',
      '出库重量(kg)',
      '出库单数',
    ],
  },
} as const;

/** @throws validation */
export async function exportEnterpriseCount(
  db: Db,
  ctx: Ctx,
  query: QueryOf<typeof contract.exportEnterpriseCount>,
  reply: FastifyReply,
) {
  const { language } = query;
  const list = await enterprisesOf(db, ctx, query);
  const rows = list.map(({ permits, ...each }) => [
    each.name,
    optionLabel('enterpriseKind', each.kind, language),
    provinceName(each.region?.slice(0, 2) ?? '', language),
    permits.valid,
    permits.expiring,
    permits.expired,
    each.nextEnd,
    Number(each.inKg),
    each.inDocuments,
    Number(each.outKg),
    each.outDocuments,
  ]);
  return send(db, ctx, reply, {
    action: 'enterpriseCount.export',
    query,
    table: { ...enterpriseWords[language], rows },
  });
}

const jobWords = {
  en: {
    name: 'Job count',
    header: ['Day', 'Person', 'Kind', 'Documents', 'Lines', 'Scans', 'Mass (kg)'],
  },
  zh: { name: '作业统计', header: ['日期', '人员', '单据类型', '单据数', '明细行', '扫码数', '重量(kg)'] },
} as const;

/** @throws validation */
export async function exportJobCount(
  db: Db,
  ctx: Ctx,
  query: QueryOf<typeof contract.exportJobCount>,
  reply: FastifyReply,
) {
  const { language } = query;
  const jobs = await jobsOf(db, ctx, query);
  const rows = jobs.map((job) => [
    { day: job.day },
    job.name,
    wordsOfKind(job.kind)[language],
    job.documents,
    job.lines,
    job.scans,
    Number(job.kg),
  ]);
  return send(db, ctx, reply, { action: 'jobCount.export', query, table: { ...jobWords[language], rows } });
}
