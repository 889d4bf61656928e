import type { ParamTemplate, ParamTemplateBody } from '@voltloop/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { containing } from '../../../platform/like.ts';
import { type PageWindow, readPage } from '../../../platform/paging.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { seesTenant, subtree } from '../../people/accounts/index.ts';

interface TemplateRow {
  id: string;
  name: string;
  note: string;
  info_model_id: string;
  values: Record<string, number>;
  owner: string | null;
  editable: boolean;
  version: number;
  updated_at: Date;
}

/** Templates of accounts at, below and above the caller's: accounts use the templates of those above them. */
const seen = (caller: Caller, where: RawBuilder<unknown>) => {
  const below = subtree(caller, 'a', { deletedToo: true });
  const above = seesTenant(caller) ? sql`false` : sql`a.path @> ${caller.path}::ltree`;
  return sql`
    from param_templates p join accounts a on a.id = p.account_id
    where p.tenant_id = ${caller.tenantId}::uuid and p.deleted_at is null and (${below} or ${above}) and ${where}`;
};

const shown = (caller: Caller) => sql`p.id, p.name, p.note, p.info_model_id, p.values,
  case when ${subtree(caller, 'a', { deletedToo: true })} then a.user_name end as owner,
  ${subtree(caller, 'a', { deletedToo: true })} as editable, p.version, p.updated_at`;

const toTemplate = (row: TemplateRow): ParamTemplate => ({ ...row, updated_at: row.updated_at.getTime() });

export async function templateById(
  db: Db | Trx,
  caller: Caller,
  id: string,
): Promise<ParamTemplate | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<TemplateRow>`select ${shown(caller)} ${seen(caller, sql`p.id = ${id}`)}`.execute(
    db,
  );
  return rows[0] && toTemplate(rows[0]);
}

export async function templatePage(
  db: Db,
  caller: Caller,
  search: string | undefined,
  window: PageWindow,
): Promise<{ list: ParamTemplate[]; total: number }> {
  const like = search && containing(search.toLowerCase());
  const named = like ? sql`(lower(p.name) like ${like} or lower(p.note) like ${like})` : sql`true`;
  const from = seen(caller, named);
  const order = sql`lower(p.name), p.id`;
  const { rows, total } = await readPage<TemplateRow>(db, window, { columns: shown(caller), from, order });
  return { list: rows.map(toTemplate), total };
}

export async function insertTemplate(
  trx: Trx,
  caller: Caller,
  body: ParamTemplateBody,
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into param_templates (tenant_id, account_id, name, note, info_model_id, values, created_at, updated_at)
    values (${caller.tenantId}, ${caller.accountId}, ${body.name}, ${body.note}, ${body.info_model_id},
      ${JSON.stringify(body.values)}::jsonb, ${now}, ${now})
    returning id`.execute(trx);
  return rows[0]?.id ?? '';
}

/** Overwrites a template if its version still is `version`; otherwise returns false. */
export async function writeTemplate(
  trx: Trx,
  id: string,
  version: number,
  body: ParamTemplateBody,
  now: Date,
): Promise<boolean> {
  const result = await sql`update param_templates set name = ${body.name}, note = ${body.note},
      info_model_id = ${body.info_model_id}, values = ${JSON.stringify(body.values)}::jsonb,
      version = version + 1, updated_at = ${now}
    where id = ${id} and version = ${version} and deleted_at is null`.execute(trx);
  return result.numAffectedRows === 1n;
}

export async function markTemplateDeleted(trx: Trx, id: string, now: Date): Promise<boolean> {
  const result = await sql`update param_templates set deleted_at = ${now}
    where id = ${id} and deleted_at is null`.execute(trx);
  return result.numAffectedRows === 1n;
}

export const isNameTaken = (e: unknown): boolean =>
  (e as { constraint?: string }).constraint === 'param_templates_name';
