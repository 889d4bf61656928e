import { type FirstStepFacts, getFirstSteps } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import { type Db, oneRow } from '../../../platform/db.ts';
import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import { seesSite, seesThing } from '../accounts/index.ts';

/** The progress of the caller's first steps. Each fact is an existence check, so none counts a fleet. */
async function readFacts(db: Db, { caller, now }: Ctx): Promise<FirstStepFacts> {
  const me = sql`${caller.accountId}::uuid`;
  const { rows } = await sql<FirstStepFacts>`select
    exists (select from things t where t.deleted_at is null and ${seesThing(caller, 't.id')}) as device,
    exists (select from bindings b where b.until is null and b.account_id <> ${me}
      and b.account_path >= ${`${caller.path}.`} and b.account_path < ${`${caller.path}/`}) as bound_below,
    exists (select from accounts a where a.parent_id = ${me} and a.deleted_at is null and a.kind <> 'staff')
      or exists (select from invitations i where i.inviter_id = ${me} and i.revoked_at is null
        and (i.uses > 0 or i.expires_at > ${now})) as people,
    exists (select from notification_channels c where c.account_id = ${me} and c.deleted_at is null
      and c.verified_at is not null) as channel,
    exists (select from second_factors f where f.account_id = ${me} and f.confirmed_at is not null) as second_factor,
    false as tariff, null as site_id`.execute(db);
  const facts = oneRow({ rows });
  return caller.kind === 'enduser' ? { ...facts, ...(await tariffOf(db, caller)) } : facts;
}

/** Whether an end user has a tariff, and its oldest site, preferring sites without a tariff. */
async function tariffOf(db: Db, caller: Ctx['caller']): Promise<Pick<FirstStepFacts, 'tariff' | 'site_id'>> {
  const { rows } = await sql<{ id: string; tariff: boolean }>`
    select s.id, exists (select from site_tariffs t where t.site_id = s.id) as tariff
    from sites s where ${seesSite(caller, 's')} order by tariff, s.created_at, s.id`.execute(db);
  return { tariff: rows.some((row) => row.tariff), site_id: rows[0]?.id ?? null };
}

/** The progress of a new account in the first steps of its role; the console defines the steps and their texts. */
export function createFirstSteps({ db }: Pick<Services, 'db'>): Module {
  return { routes: (http) => http.implement(getFirstSteps, (ctx) => readFacts(db, ctx)) };
}
