import type { EventCode } from '@voltloop/contract';
import { HE_BAT } from '@voltloop/protocol';
import { sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { seesMoment, seesTenant, seesThing, subtree } from '../../people/accounts/index.ts';
import { offline, RULE_SOURCE, wrongSecret } from './rules.ts';

/** Limits of the number and age of events that are searched for further codes. */
const MAX_EVENTS = 2000;
const RECENT_MS = 30 * 86_400_000;

const catalogue: readonly EventCode[] = [
  ...HE_BAT.faults.map(({ code, level, source, label }) => ({ code, level, source, name: label })),
  ...[offline, wrongSecret].map(({ code, level, source, name_en, name_zh }) => ({
    code,
    level,
    source,
    name: { en: name_en, zh: name_zh },
  })),
];
const known = catalogue.map(({ code }) => code);

/**
 * Codes of events, without their packs, available to the caller: those of the information model, of the platform itself,
 * of threshold rules of the caller's subtree, and of other recent events of its devices.
 */
export async function eventCodes(db: Db, caller: Caller, now: Date): Promise<EventCode[]> {
  const sees = seesTenant(caller)
    ? sql`e.tenant_id = ${caller.tenantId}::uuid`
    : seesThing(caller, 'e.thing_id');
  const { rows } = await sql<EventCode>`
    select distinct on (code) code, level, source, json_build_object('en', name_en, 'zh', name_zh) as name from (
      select r.point || '.' || r.comparison as code, r.level, ${RULE_SOURCE}::text as source, r.name_en, r.name_zh,
        r.created_at as at
      from event_rules r join accounts a on a.id = r.account_id
      where r.deleted_at is null and r.tenant_id = ${caller.tenantId}::uuid and ${subtree(caller, 'a')}
      union all (
        select split_part(e.code, '@', 1), e.level, e.source, e.name_en, e.name_zh, e.begin_time from events e
        where ${sees} and ${seesMoment(caller, 'e.thing_id', sql`coalesce(e.end_time, 'infinity')`)}
          and e.begin_time > ${new Date(now.getTime() - RECENT_MS)} and split_part(e.code, '@', 1) <> all(${known}::text[])
        order by e.begin_time desc limit ${MAX_EVENTS})
    ) as found order by code, at desc`.execute(db);
  return [...catalogue, ...rows];
}
