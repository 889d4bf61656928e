import type { BodyOf, EnteredValues, savePassportValues } from '@voltloop/contract';
import {
  type Attribute,
  attributeOf,
  mayRead,
  VOCABULARY,
  wrongValue,
} from '@voltloop/domain/passport/index.ts';
import { chinaDay } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { conflictError, fieldError, notFound } from '../../../platform/errors.ts';
import { classesOf } from './view.ts';

/** The owner of entered values. */
export type ValueOwner = 'passport' | 'passportModel';

const owners = {
  passport: { table: sql`passports`, column: sql`passport_id`, origin: 'enteredForBattery' },
  passportModel: { table: sql`passport_models`, column: sql`model_id`, origin: 'enteredForModel' },
} as const;
const closed: ReadonlySet<string> = new Set(['ceased', 'withdrawn']);

/** Locks the owner. @throws notFound, conflict for a passport that has ended */
async function lockOwner(trx: Trx, ctx: Ctx, owner: ValueOwner, id: string): Promise<void> {
  const { rows } = await sql<{ status: string }>`
    select to_jsonb(t)->>'status' as status from ${owners[owner].table} t
      where id = ${id} and tenant_id = ${ctx.caller.tenantId} and deleted_at is null for update`.execute(trx);
  const [row] = rows;
  if (!row) throw notFound();
  if (closed.has(row.status))
    throw conflictError('id', 'rule.passport.ended', 'This passport has ceased or been withdrawn');
}

/** @throws validation */
function validateValues(
  ctx: Ctx,
  owner: ValueOwner,
  values: BodyOf<typeof savePassportValues>['values'],
): void {
  const classes = classesOf(ctx);
  const codes = new Set<string>();
  for (const [n, { code, value, day }] of values.entries()) {
    const attribute: Attribute | undefined = attributeOf(code);
    if (!attribute?.origins.includes(owners[owner].origin) || codes.has(code))
      throw fieldError(
        `values.${n}.code`,
        'rule.passport.notEntered',
        'This value comes from a record, or is entered elsewhere',
      );
    // Values that the caller may not read cannot be overwritten either.
    if (!mayRead(attribute, classes))
      throw fieldError(
        `values.${n}.code`,
        'rule.passport.restricted',
        'You do not have permission to see this value, so you cannot change it',
      );
    const wrong = value === null ? null : wrongValue(attribute, value);
    if (wrong) throw fieldError(`values.${n}.value`, wrong, 'This value has the wrong form');
    if (Number.isNaN(Date.parse(day)) || day > chinaDay(ctx.now))
      throw fieldError(`values.${n}.day`, 'rule.passport.day', 'The day is in the future');
    codes.add(code);
  }
}

/**
 * Enters values; unchanged ones are skipped.
 * @throws notFound, validation, conflict for a passport that has ended
 */
export async function saveValues(
  db: Db,
  ctx: Ctx,
  owner: ValueOwner,
  { id, values }: BodyOf<typeof savePassportValues>,
): Promise<{ changed: number }> {
  const { tenantId, accountId } = ctx.caller;
  const { column } = owners[owner];
  return db.transaction().execute(async (trx) => {
    await lockOwner(trx, ctx, owner, id);
    validateValues(ctx, owner, values);
    const { rows } = await sql<{ code: string; value: string | null; former: string | null }>`
      with given as (
        select * from json_to_recordset(${JSON.stringify(values)}::json) as g(code text, value text, source text, day date)
      ), former as (
        select distinct on (code) code, value, source, day from passport_values where ${column} = ${id} order by code, n desc
      ), changed as (
        select g.*, f.value as was from given g left join former f using (code)
          where (g.value, g.source) is distinct from (f.value, f.source) or g.value is not null and g.day is distinct from f.day
      ), written as (
        insert into passport_values (tenant_id, ${column}, code, value, source, day, vocabulary, at, account_id)
          select ${tenantId}, ${id}, code, value, nullif(source, ''), day, ${VOCABULARY}, ${ctx.now}, ${accountId} from changed
      )
      select code, value, was as former from changed`.execute(trx);
    if (rows.length > 0)
      await audit(trx, ctx, {
        action: `${owner}.values`,
        objectType: owner,
        objectId: id,
        details: {
          values: Object.fromEntries(
            rows.map(({ code, value, former }) => [code, { from: former, to: value }]),
          ),
        },
      });
    return { changed: rows.length };
  });
}

/** The entered values of a model or a passport, with their history. @throws notFound */
export async function enteredValues(db: Db, ctx: Ctx, owner: ValueOwner, id: string): Promise<EnteredValues> {
  const { table, column } = owners[owner];
  const { rows: found } = await sql`select 1 from ${table}
    where id = ${id} and tenant_id = ${ctx.caller.tenantId} and deleted_at is null`.execute(db);
  if (found.length === 0) throw notFound();
  const classes = classesOf(ctx);
  const { rows } = await sql<EnteredValues['history'][number]>`
    select v.code, v.value, v.source, v.day::text as day, (extract(epoch from v.at) * 1000)::float8 as at, a.name as by
      from passport_values v left join accounts a on a.id = v.account_id
      where v.${column} = ${id} order by v.n desc limit 2000`.execute(db);
  const readable = rows.filter(({ code }) => {
    const attribute = attributeOf(code);
    return attribute !== undefined && mayRead(attribute, classes);
  });
  const newest = new Map<string, EnteredValues['values'][number]>();
  for (const row of readable) if (!newest.has(row.code)) newest.set(row.code, row);
  return {
    values: [...newest.values()].filter(({ value }) => value !== null),
    history: readable.slice(0, 500),
  };
}
