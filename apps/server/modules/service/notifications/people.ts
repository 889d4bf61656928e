import type * as contract from '@voltloop/contract';
import type { BodyOf, EscalationPerson } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { fieldError } from '../../../platform/errors.ts';
import { containing } from '../../../platform/like.ts';
import { inNameOrder } from '../../../platform/name-order.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { accountSeesThing, isAboveOrBelow } from '../../people/accounts/index.ts';

const MAX_PEOPLE = 20;

/**
 * Accounts to which the caller's rules may escalate, the parent first. Of the parent only its public profile is
 * returned.
 */
export async function escalationPeople(
  db: Db,
  ctx: Ctx,
  search: string | undefined,
): Promise<EscalationPerson[]> {
  const pattern = search && containing(search.toLowerCase());
  const named = pattern
    ? sql`and (lower(p.name) like ${pattern}
        or (p.id <> o.parent_id and lower(p.user_name::text) like ${pattern}))`
    : sql``;
  const { rows } = await sql<EscalationPerson>`
    select p.id, p.name, p.id = o.parent_id as is_parent, exists (select from notification_channels c
      where c.account_id = p.id and c.deleted_at is null and c.verified_at is not null and c.stopped_at is null) as reachable
    from accounts o join accounts p on ${isAboveOrBelow('p', 'o')}
    where o.id = ${ctx.caller.accountId}
      ${named}
    order by (p.id = o.parent_id) desc nulls last, ${inNameOrder(sql`p.name`)}, p.id limit ${MAX_PEOPLE}`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, is_parent: row.is_parent === true }));
}

/**
 * The contact and delay in minutes of a rule's escalation, both or neither.
 * @param thingId The only device of the rule, if it names one: the contact must see it.
 * @throws validation beside the invalid field
 */
export async function escalationOf(
  trx: Trx,
  ctx: Ctx,
  { escalate_min, escalate_account_id: id }: BodyOf<typeof contract.insertNotificationRule>,
  thingId: string | null,
): Promise<{ escalate_min: number | null; escalate_account_id: string | null }> {
  if (escalate_min === null && !id) return { escalate_min: null, escalate_account_id: null };
  if (escalate_min === null)
    throw fieldError('escalate_min', 'notification.escalateMin', 'Enter the number of minutes');
  const unknown = fieldError(
    'escalate_account_id',
    'notification.escalatePerson',
    'Choose your parent account or one below yours',
  );
  if (!id || !isUuid(id)) throw unknown;
  const { rows } = await sql<{ sees: boolean }>`
    select ${thingId}::uuid is null or ${accountSeesThing('p.id', 't.id')} as sees
    from accounts o join accounts p on p.id = ${id} and ${isAboveOrBelow('p', 'o')}
      left join things t on t.id = ${thingId}::uuid
    where o.id = ${ctx.caller.accountId}`.execute(trx);
  if (!rows[0]) throw unknown;
  if (!rows[0].sees)
    throw fieldError(
      'escalate_account_id',
      'notification.escalateSight',
      'This person cannot see the device',
    );
  return { escalate_min, escalate_account_id: id };
}
