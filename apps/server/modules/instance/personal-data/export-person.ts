import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { replied } from '../../../platform/http.ts';
import type { Services } from '../../../platform/services.ts';
import { disposition } from '../../../platform/table-export.ts';
import { type ZipEntry, zipStream } from '../../../platform/zip-stream.ts';
import { type AccountRow, todayOf } from '../../people/accounts/index.ts';
import { fileKey } from '../../people/files/index.ts';
import { accountColumns } from './person-tables.ts';
import { activityText, parts, textOf } from './records.ts';

type Parts = Pick<Services, 'db' | 'files' | 'log'>;

const FILES_AT_ONCE = 100;

/** Streams all personal data of an account as a zip; the export is audited. */
export async function exportPerson(
  services: Parts,
  ctx: Ctx,
  account: AccountRow,
  reply: FastifyReply,
): Promise<typeof replied> {
  await services.db.transaction().execute((trx) =>
    audit(trx, ctx, {
      action: 'account.personal_data',
      objectType: 'account',
      objectId: account.id,
      details: { user_name: account.userName },
    }),
  );
  const day = await todayOf(services.db, ctx);
  reply
    .type('application/zip')
    .header('content-disposition', disposition(`personal-data-${account.userName}-${day}.zip`))
    .header('cache-control', 'no-store');
  reply.send(Readable.from(zipStream(entries(services, ctx, account)), { objectMode: false }));
  return replied;
}

async function* entries({ db, files, log }: Parts, ctx: Ctx, account: AccountRow): AsyncGenerator<ZipEntry> {
  yield { name: 'about.json', content: [aboutText(ctx, account)] };
  for (const part of parts) yield { name: `${part.name}.json`, content: textOf(db, part, account.id) };
  yield { name: 'activity.json', content: activityText(db, account.tenantId, account.id) };
  yield { name: 'records-named.json', content: [await namedText(db, account.id)] };

  const { rows: pictures } = await sql<{ content: Buffer }>`
    select content from avatars where account_id = ${account.id}::uuid`.execute(db);
  for (const { content } of pictures) yield { name: 'picture.jpg', content: [content] };
  for (let after: string | null = null; ; ) {
    const found: { rows: { id: string; name: string }[] } = await sql<{ id: string; name: string }>`
      select id, name from files where account_id = ${account.id}::uuid and (${after}::uuid is null or id > ${after}::uuid)
      order by id limit ${FILES_AT_ONCE}`.execute(db);
    for (const { id, name } of found.rows) {
      const content = await files.read(fileKey(id)).catch((err: unknown) => {
        log.warn({ err, file: id }, 'a file is missing in an export of personal data');
        return null;
      });
      if (content) yield { name: `files/${id}-${plain(name)}`, content };
    }
    if (found.rows.length < FILES_AT_ONCE) return;
    after = found.rows.at(-1)?.id ?? null;
  }
}

/** A name that no program interprets as a folder or a drive. */
const plain = (name: string) => name.replace(/[^\p{L}\p{N}._-]+/gu, '_').replace(/^\.+/, '_');

function aboutText(ctx: Ctx, account: AccountRow): string {
  const about = {
    account: account.userName,
    made_at: ctx.now.toISOString(),
    made_by: ctx.caller.userName,
    en: 'All personal data of this account. Times are UTC. Measurements of devices are exported on the page of each device. "records-named.json" counts records of the organization that name the account.',
    zh: '本账号的全部个人信息，时间为 UTC。设备测量数据请在各设备页面导出。records-named.json 为提及本账号的单位业务记录数量。',
  };
  return `${JSON.stringify(about, null, 2)}\n`;
}

/** The number of rows that name an account, by column. */
export async function countNamed(
  db: Db | Trx,
  accountId: string,
  columns: readonly string[],
): Promise<Map<string, number>> {
  const counts = columns.map((column) => {
    const [table = '', name = ''] = column.split('.');
    return sql`select ${column}::text as name, count(*)::int as n from ${sql.table(table)} where ${sql.ref(name)} = ${accountId}::uuid`;
  });
  const { rows } = await sql<{ name: string; n: number }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ name, n }) => [name, n]));
}

async function namedText(db: Parts['db'], accountId: string): Promise<string> {
  const kept = Object.keys(accountColumns).filter((column) => accountColumns[column] !== 'erased');
  const counts = await countNamed(db, accountId, kept);
  return `${JSON.stringify(Object.fromEntries([...counts].filter(([, n]) => n > 0)), null, 2)}\n`;
}
