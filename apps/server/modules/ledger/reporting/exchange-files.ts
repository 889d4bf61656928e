import { readFile } from 'node:fs/promises';
import type { QueryOf, ReplyOf } from '@voltloop/contract';
import * as contract from '@voltloop/contract';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { reportFields } from '@voltloop/domain/reporting/fields.ts';
import { chinaDay } from '@voltloop/resources/days.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import { replied } from '../../../platform/http.ts';
import { isTooDeep } from '../../../platform/json-depth.ts';
import { type ReceivedFile, withReceivedFile } from '../../../platform/receive-file.ts';
import { disposition, sendTable, type TableCell } from '../../../platform/table-export.ts';
import { readInThread } from '../../records/imports/index.ts';
import type { Sending } from './adapters/adapter.ts';
import type { Core } from './core.ts';
import { enterResults } from './enter-results.ts';

const MAX_RECORDS = 5000;
const MAX_BYTES = 5 * 1024 * 1024;

/** Columns in addition to the fields of the type: the record, and the reply of the platform. */
const resultColumns = [
  { key: 'key', label: { en: 'Record key', zh: '上报键' }, required: true },
  { key: 'result', label: { en: 'Result', zh: '上报结果' } },
  { key: 'platformId', label: { en: 'Platform id', zh: '平台编号' } },
  { key: 'error', label: { en: 'Reason of refusal', zh: '退回原因' } },
];

/** Returns the file of the records waiting for manual upload; from then on the platform may have them. */
export async function exportReports(
  core: Core,
  ctx: Ctx,
  { type, enterpriseId, format, language }: QueryOf<typeof contract.exportReports>,
  reply: FastifyReply,
): Promise<typeof replied> {
  const records = await core.services.db.transaction().execute(async (trx) => {
    const found = await waitingRecords(trx, ctx, type, enterpriseId);
    await audit(trx, ctx, {
      action: 'report.export',
      objectType: 'enterprise',
      objectId: enterpriseId,
      details: { type, format, records: found.length },
    });
    return found;
  });
  const name = `${optionLabel('reportedType', type, language)} ${chinaDay(ctx.now)}`;
  if (format === 'json') {
    reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', disposition(`${name}.json`))
      .header('cache-control', 'no-store');
    reply.send(JSON.stringify({ type, records }, null, 1));
    return replied;
  }
  const fields = reportFields(type);
  const [key, ...results] = resultColumns.map(({ label }) => label[language]);
  async function* rows(): AsyncGenerator<TableCell[]> {
    for (const { key: id, payload } of records)
      yield [id, ...fields.map(({ name: field }) => cellOf(payload[field])), ...results.map(() => null)];
  }
  return sendTable(reply, {
    format: 'xlsx',
    name,
    header: [
      key as string,
      ...fields.map(
        ({ words, name: field, unit }) => `${words[language]}${unit ? ` (${unit})` : ''} ${field}`,
      ),
      ...results,
    ],
    rows: rows(),
  });
}

const cellOf = (value: unknown): TableCell => {
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? JSON.stringify(value) : (value as TableCell);
};

async function waitingRecords(
  trx: Trx,
  { caller, now }: Ctx,
  type: number,
  enterpriseId: string,
): Promise<Sending[]> {
  const { rows } = await sql<Sending & { attemptId: string }>`
    select t.id as "attemptId", r.id as key, t.payload_version as version, r.type, c.platform_code as enterprise, p.payload
      from reports r join report_attempts t on t.report_id = r.id and t.state = 'waiting' and t.channel = 'file'
        join reporting_configs c on c.id = t.config_id
        join report_payloads p on p.report_id = r.id and p.version = t.payload_version
      where r.tenant_id = ${caller.tenantId} and r.type = ${type} and r.enterprise_id = ${enterpriseId}
      order by r.day, r.id limit ${MAX_RECORDS} for update of t`.execute(trx);
  const sendings = rows.map(({ attemptId: _, ...sending }) => sending);
  const given = rows.map(({ attemptId }, i) => ({
    attempt: attemptId,
    request: JSON.stringify(sendings[i]),
  }));
  await sql`with f as (
      select * from json_to_recordset(${JSON.stringify(given)}::json) as f(attempt uuid, request text)
    ), sent as (
      update report_attempts t set sends = sends + 1, in_doubt = true from f where t.id = f.attempt
    )
    insert into report_sends (attempt_id, at, purpose, request)
      select attempt, ${now}::timestamptz, 'submit', request from f`.execute(trx);
  return sendings;
}

/** Reads results from the returned file: the exported workbook or JSON with its results filled in. */
export function readResults(
  core: Core,
  ctx: Ctx,
  request: FastifyRequest,
): Promise<ReplyOf<typeof contract.readResults>> {
  const limits = { limit_bytes: MAX_BYTES, tooLarge };
  return withReceivedFile(core.services.files, ctx, request, limits, async (file, signal) => {
    const results = file.name.toLowerCase().endsWith('.json')
      ? await resultsOfJson(file)
      : await resultsOfSheet(file, signal);
    const parsed = contract.enterResults.body?.safeParse({ results });
    if (!parsed?.success) throw unreadable();
    return enterResults(core, ctx, parsed.data.results);
  });
}

const tooLarge = () => {
  const message = 'The file is larger than 5 MB';
  return new AppError('tooLarge', { message, fields: [{ path: 'file', key: 'import.tooLarge', message }] });
};
const unreadable = () =>
  fieldError('file', 'reporting.resultsUnreadable', 'The file contains no readable results');

type Found = { id: string; accepted: boolean; platformId?: string; error?: string };

const words: Readonly<Record<string, boolean>> = {
  accepted: true,
  成功: true,
  通过: true,
  refused: false,
  失败: false,
  退回: false,
};
/** A result in the words of people and platforms; null: none yet. */
function resultOf(key: string, result: unknown, platformId: unknown, error: unknown): Found | null {
  const word = String(result ?? '').trim();
  if (word === '') return null;
  const accepted = words[word.toLowerCase()];
  if (accepted === undefined) throw unreadable();
  const text = (value: unknown) => String(value ?? '').trim();
  return {
    id: key,
    accepted,
    ...(text(platformId) && { platformId: text(platformId) }),
    ...(text(error) && { error: text(error) }),
  };
}

async function resultsOfSheet(file: ReceivedFile, signal: AbortSignal): Promise<Found[]> {
  const { rows } = await readInThread(file.path, { columns: resultColumns, maxRows: MAX_RECORDS }, signal);
  return rows.flatMap(
    ({ cells }) => resultOf(cells.key ?? '', cells.result, cells.platformId, cells.error) ?? [],
  );
}

const returned = z.object({
  records: z
    .array(
      z.object({
        key: z.string(),
        result: z.string().optional(),
        platformId: z.string().optional(),
        error: z.string().optional(),
      }),
    )
    .max(MAX_RECORDS),
});

async function resultsOfJson(file: ReceivedFile): Promise<Found[]> {
  const text = await readFile(file.path, 'utf8');
  if (isTooDeep(text) || text.includes('\\u0000')) throw unreadable();
  const parsed = returned.safeParse(jsonOf(text));
  if (!parsed.success) throw unreadable();
  return parsed.data.records.flatMap(
    ({ key, result, platformId, error }) => resultOf(key, result, platformId, error) ?? [],
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable();
  }
}
