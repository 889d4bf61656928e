import type { ExportRun, listExportRuns, Page, ParamsOf, QueryOf } from '@voltloop/contract';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { replied } from '../../../platform/http.ts';
import { paged, pageWindow } from '../../../platform/paging.ts';
import { disposition } from '../../../platform/table-export.ts';
import { isUuid } from '../../../platform/uuid.ts';
import type { Core } from './core.ts';
import { runsOf } from './store.ts';

const MAX_RUNS = 100;

const types: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
};

/** @throws notFound for a schedule of another account */
export async function listRuns(
  { services: { db } }: Core,
  { caller, now }: Ctx,
  { params, query }: { params: ParamsOf<typeof listExportRuns>; query: QueryOf<typeof listExportRuns> },
): Promise<Page<ExportRun>> {
  const { rows } = isUuid(params.id)
    ? await sql`select from export_schedules where id = ${params.id}::uuid and account_id = ${caller.accountId}::uuid
        and deleted_at is null`.execute(db)
    : { rows: [] };
  if (rows.length === 0) throw notFound();
  const window = pageWindow(query, MAX_RUNS);
  return paged(await runsOf(db, now, params.id, window), window);
}

interface RunFile {
  schedule_id: string;
  schedule: string;
  file_key: string;
  file_name: string;
}

/** The file of one of the caller's runs. @throws notFound */
async function fileOf(db: Db | Trx, { caller }: Ctx, id: string): Promise<RunFile> {
  if (!isUuid(id)) throw notFound();
  const { rows } = await sql<RunFile>`
    select s.id as schedule_id, s.name as schedule, r.file_key, r.file_name
    from export_runs r join export_schedules s on s.id = r.schedule_id
    where r.id = ${id}::uuid and s.account_id = ${caller.accountId}::uuid and s.deleted_at is null
      and r.file_key is not null`.execute(db);
  const [file] = rows;
  if (!file) throw notFound();
  return file;
}

/** @throws notFound also when the folder or bucket no longer has it */
export async function sendFile(
  { services: { db }, files }: Core,
  ctx: Ctx,
  id: string,
  reply: FastifyReply,
): Promise<typeof replied> {
  const file = await fileOf(db, ctx, id);
  const size = await files.size(file.file_key);
  if (size === null) throw notFound();
  const content = await files.read(file.file_key);
  await db.transaction().execute((trx) =>
    audit(trx, ctx, {
      action: 'export.download',
      objectType: 'export_schedule',
      objectId: file.schedule_id,
      details: { name: file.schedule, file: file.file_name },
    }),
  );
  reply
    .type(types[file.file_key.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
    .header('content-disposition', disposition(file.file_name))
    .header('cache-control', 'no-store')
    .header('content-length', size)
    .send(content);
  return replied;
}

/** @throws notFound */
export async function deleteFile({ services: { db }, files }: Core, ctx: Ctx, id: string): Promise<void> {
  const file = await fileOf(db, ctx, id);
  await files.remove(file.file_key);
  await db.transaction().execute(async (trx) => {
    await sql`update export_runs set file_key = null, removed_at = ${ctx.now} where id = ${id}::uuid`.execute(
      trx,
    );
    await audit(trx, ctx, {
      action: 'export.deleteFile',
      objectType: 'export_schedule',
      objectId: file.schedule_id,
      details: { name: file.schedule, file: file.file_name },
    });
  });
}
