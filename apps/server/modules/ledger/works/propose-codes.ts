import { codeRun, generate, nextCode } from '@voltloop/domain/battery-code/index.ts';
import type { OptionValue } from '@voltloop/domain/options/index.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { fieldError, notFound } from '../../../platform/errors.ts';

interface Header {
  day: string;
  productType: OptionValue<'productType'>;
  maker: string | null;
  chemistry: OptionValue<'chemistry'> | null;
  spec: string;
}

/**
 * A series of free codes for the products of a production.
 * @throws notFound, validation where the producer has no maker code or the category no chemistry
 */
export async function proposeCodes(
  db: Db,
  ctx: Ctx,
  { id, count }: { id: string; count: number },
): Promise<{ codes: string[] }> {
  const { tenantId } = ctx.caller;
  const { rows } = await sql<Header>`
    select d.day::text as day, d.product_type as "productType", e.maker_code as maker, c.chemistry, c.category_code as spec
      from documents d left join enterprises e on e.id = d.enterprise_id
        join device_categories c on c.id = d.category_id
      where d.id = ${id} and d.tenant_id = ${tenantId} and d.kind = 'production' and d.deleted_at is null`.execute(
    db,
  );
  const [header] = rows;
  if (!header) throw notFound();
  const { day: date, productType, maker, chemistry, spec } = header;
  if (!maker) throw fieldError('enterpriseId', 'rule.production.makerCode', 'The producer has no maker code');
  if (!chemistry)
    throw fieldError('categoryId', 'rule.production.chemistry', 'The category has no chemistry');
  const made = generate({ form: 'echelon', maker, productType, chemistry, spec, date, serial: 1 });
  if (made.wrong) throw fieldError('day', 'rule.production.code', made.wrong.words.en);
  const last = await lastCode(db, tenantId, made.code);
  const first = last === null ? made.code : nextCode(last);
  return { codes: first === null ? [] : codeRun(first, count) };
}

/** The greatest code like this one among batteries and drafts; codes of one day differ in their serial number only. */
async function lastCode(db: Db, tenantId: string, code: string): Promise<string | null> {
  const like = `${code.slice(0, 10)}_______${code.slice(17)}`;
  const { rows } = await sql<{ code: string | null }>`select max(code) as code from (
    select battery_code as code from batteries where tenant_id = ${tenantId} and battery_code like ${like}
    union all
    select l.code from document_lines l join documents d on d.id = l.document_id
      where d.tenant_id = ${tenantId} and d.kind = 'production' and d.deleted_at is null and l.code like ${like}
  ) used`.execute(db);
  return rows[0]?.code ?? null;
}
