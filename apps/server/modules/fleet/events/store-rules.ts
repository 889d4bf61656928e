import type { EventRule } from '@voltloop/contract';
import type { Comparison } from '@voltloop/contract/comparators.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import { assignments, type Db, oneRow, type Trx } from '../../../platform/db.ts';
import { containing } from '../../../platform/like.ts';
import { type PageWindow, readPage } from '../../../platform/paging.ts';
import { accountSeesThing, subtree } from '../../people/accounts/index.ts';
import type { StateChange } from './known-faults.ts';
import type { StoredState } from './known-rules.ts';
import type { Rule } from './rule-engine.ts';
import { type EventNews, iso } from './store.ts';

/** A stored rule: the contract's body, with its scope resolved. */
export interface RuleFields {
  account_id: string;
  thing_id: string | null;
  point: string;
  comparison: Comparison;
  threshold: number;
  hysteresis: number;
  delay_s: number;
  clear_delay_s: number;
  level: number;
  name_en: string;
  name_zh: string;
  enabled: boolean;
}

/** Whether rule `r` applies to the thing of `thingIdRef`. */
const followed = (thingIdRef: string): RawBuilder<boolean> =>
  sql<boolean>`r.enabled and r.deleted_at is null and (r.thing_id is null or r.thing_id = ${sql.ref(thingIdRef)})
    and ${accountSeesThing('r.account_id', thingIdRef)}`;

export async function watchedPoints(db: Db): Promise<string[]> {
  const { rows } = await sql<{ point: string }>`
    select distinct point from event_rules where enabled and deleted_at is null`.execute(db);
  return rows.map((r) => r.point);
}

export interface RuleFacts {
  /** Ids of the rules that apply to each thing, in order. */
  follows: Map<string, string[]>;
  rules: Map<string, Rule>;
  states: Map<string, StoredState[]>;
}

/** The stored rule states of some things. */
export async function ruleFacts(db: Db, thingIds: readonly string[]): Promise<RuleFacts> {
  const ids = sql`${[...thingIds]}::uuid[]`;
  const [followedBy, states] = await Promise.all([
    sql<{ thing_id: string; rules: string[] }>`
      select t.id as thing_id, array_agg(r.id order by r.id) as rules
      from things t join event_rules r on r.tenant_id = t.tenant_id
      where t.id = any(${ids}) and ${followed('t.id')} group by t.id`.execute(db),
    sql<{ thing_id: string; rule_id: string; pack: number; is_on: boolean; since: Date | null; seen: Date }>`
      select thing_id, rule_id, pack, is_on, since, seen from event_rule_states where thing_id = any(${ids})`.execute(
      db,
    ),
  ]);
  const needed = [...new Set(followedBy.rows.flatMap((r) => r.rules))];
  const { rows } = needed.length
    ? await sql<Omit<RuleFields, 'account_id' | 'thing_id' | 'enabled'> & { id: string; version: number }>`
        select id, version, point, comparison, threshold, hysteresis, delay_s, clear_delay_s, level, name_en, name_zh
        from event_rules where id = any(${needed}::uuid[])`.execute(db)
    : { rows: [] };
  return {
    follows: new Map(followedBy.rows.map((r) => [r.thing_id, r.rules])),
    rules: new Map(
      rows.map(({ delay_s, clear_delay_s, ...rule }) => [
        rule.id,
        { ...rule, delay_ms: delay_s * 1000, clear_delay_ms: clear_delay_s * 1000 },
      ]),
    ),
    states: Map.groupBy(
      states.rows.map((r) => ({
        thing_id: r.thing_id,
        rule_id: r.rule_id,
        pack: r.pack,
        on: r.is_on,
        since_ms: r.since?.getTime() ?? null,
        seen_ms: r.seen.getTime(),
      })),
      (state) => state.thing_id,
    ),
  };
}

/**
 * The unchanged rules among these. They are locked until the transaction ends: a change of one waits, and then ends the
 * events written here.
 * @returns their ids
 */
export async function lockRules(trx: Trx, rules: readonly Rule[]): Promise<Set<string>> {
  if (rules.length === 0) return new Set();
  const { rows } = await sql<{ id: string; version: number }>`
    select id, version from event_rules
    where id = any(${[...new Set(rules.map((r) => r.id))]}::uuid[]) and enabled and deleted_at is null
    order by id for share`.execute(trx);
  const versions = new Map(rows.map((r) => [r.id, r.version]));
  return new Set(rules.filter((r) => versions.get(r.id) === r.version).map((r) => r.id));
}

/**
 * Stores or deletes states of rules. If two nodes disagree on the start, the later one wins: no event is raised too
 * early.
 */
export async function saveStates(trx: Trx, changes: readonly StateChange[]): Promise<void> {
  const gone = changes.filter((c) => c.state === null);
  const kept = changes.flatMap((c) => (c.state ? [{ ...c, state: c.state }] : []));
  if (gone.length > 0) {
    await sql`
      delete from event_rule_states s using unnest(
        ${gone.map((c) => c.thingId)}::uuid[], ${gone.map((c) => c.rule.id)}::uuid[], ${gone.map((c) => c.pack)}::smallint[]
      ) as g (thing_id, rule_id, pack)
      where s.thing_id = g.thing_id and s.rule_id = g.rule_id and s.pack = g.pack`.execute(trx);
  }
  if (kept.length > 0) {
    await sql`
      insert into event_rule_states as s (thing_id, rule_id, pack, is_on, since, seen)
      select * from unnest(
        ${kept.map((c) => c.thingId)}::uuid[],
        ${kept.map((c) => c.rule.id)}::uuid[],
        ${kept.map((c) => c.pack)}::smallint[],
        ${kept.map((c) => c.state.on)}::boolean[],
        ${kept.map((c) => (c.state.since_ms === null ? null : iso(c.state.since_ms)))}::timestamptz[],
        ${kept.map((c) => iso(c.state.seen_ms))}::timestamptz[]
      ) as k (thing_id, rule_id, pack, is_on, since, seen)
      order by k.thing_id, k.rule_id, k.pack
      on conflict (thing_id, rule_id, pack) do update
      set is_on = excluded.is_on, since = excluded.since, seen = excluded.seen
      where excluded.seen >= s.seen`.execute(trx);
  }
}

/** The fields of a rule; undefined for an unknown one. */
export async function ruleFields(trx: Trx, id: string): Promise<RuleFields | undefined> {
  const { rows } = await sql<RuleFields>`
    select account_id, thing_id, point, comparison, threshold, hysteresis, delay_s, clear_delay_s, level,
      name_en, name_zh, enabled
    from event_rules where id = ${id}`.execute(trx);
  return rows[0];
}

/**
 * Gives the active events of a rule its present names, level and limit; they keep their start and acknowledgement.
 * @returns those whose level has changed
 */
export async function describeEvents(trx: Trx, ruleId: string): Promise<EventNews[]> {
  const pack = sql`split_part(e.code, '@', 2)`;
  const { rows } = await sql<EventNews & { was: number }>`
    with former as (select id, level from events where rule_id = ${ruleId} and state = 1 order by id for update)
    update events e set threshold = r.threshold, level = r.level,
      name_en = r.name_en || case when ${pack} = '' then '' else ' (pack ' || ${pack} || ')' end,
      name_zh = r.name_zh || case when ${pack} = '' then '' else '（' || ${pack} || '号包）' end
    from event_rules r, former f where r.id = ${ruleId} and e.id = f.id
    returning e.id, e.thing_id, (select devid from things t where t.id = e.thing_id) as devid,
      e.code, e.level, e.state, f.level as was`.execute(trx);
  // The problem of a thing repeats the name of its event.
  await sql`select keep_problems(${[...new Set(rows.map((row) => row.thing_id))]}::uuid[])`.execute(trx);
  return rows.filter((row) => row.was !== row.level);
}

/** Restarts the delays of a rule that run before an event begins. */
export async function restartDelays(trx: Trx, ruleId: string): Promise<void> {
  await sql`delete from event_rule_states where rule_id = ${ruleId} and not is_on`.execute(trx);
}

/** Ends the active events of a rule for things to which it no longer applies, and deletes its state there. */
export async function endOutside(trx: Trx, ruleId: string): Promise<EventNews[]> {
  const applies = (thingIdRef: string) => sql`exists (
    select from event_rules r where r.id = ${ruleId} and ${followed(thingIdRef)})`;
  await sql`delete from event_rule_states s where s.rule_id = ${ruleId} and not ${applies('s.thing_id')}`.execute(
    trx,
  );
  return endEvents(trx, sql`e.rule_id = ${ruleId} and not ${applies('e.thing_id')}`);
}

/** Ends the active events of a rule, as of the newest reading of each thing, and deletes its state. */
export async function endRule(trx: Trx, ruleId: string): Promise<EventNews[]> {
  await sql`delete from event_rule_states where rule_id = ${ruleId}`.execute(trx);
  return endEvents(trx, sql`e.rule_id = ${ruleId}`);
}

/**
 * Ends the active events of rules that no longer apply to their thing: it was bound elsewhere, or the account was
 * deleted.
 */
export async function endOrphans(db: Db): Promise<EventNews[]> {
  return db.transaction().execute(async (trx) => {
    const orphan = (thingIdRef: string, ruleIdRef: string) => sql`not exists (
      select 1 from event_rules r where r.id = ${sql.ref(ruleIdRef)} and ${followed(thingIdRef)})`;
    await sql`delete from event_rule_states s where ${orphan('s.thing_id', 's.rule_id')}`.execute(trx);
    return endEvents(trx, sql`e.rule_id is not null and ${orphan('e.thing_id', 'e.rule_id')}`);
  });
}

async function endEvents(trx: Trx, which: RawBuilder<unknown>): Promise<EventNews[]> {
  const { rows } = await sql<EventNews>`
    update events u set state = 2, end_time = greatest(u.begin_time, coalesce(
      (select s.last_time from thing_state s where s.thing_id = u.thing_id), now()))
    from events e where e.id = u.id and e.state = 1 and u.state = 1 and ${which}
    returning u.id, u.thing_id, (select devid from things t where t.id = u.thing_id) as devid,
      u.code, u.level, u.state`.execute(trx);
  return rows;
}

interface RuleRow extends RuleFields {
  id: string;
  version: number;
  account_name: string;
  devid: string | null;
  active: number;
  created_at: Date;
  updated_at: Date;
}

const ruleColumns = sql`r.id, r.version, r.account_id, r.thing_id, r.point, r.comparison, r.threshold, r.hysteresis, r.delay_s,
  r.clear_delay_s, r.level, r.name_en, r.name_zh, r.enabled, r.created_at, r.updated_at,
  coalesce(nullif(a.name, ''), a.user_name::text) as account_name, t.devid,
  (select count(*)::int from events e where e.rule_id = r.id and e.state = 1) as active`;
const ruleTables = sql`event_rules r join accounts a on a.id = r.account_id left join things t on t.id = r.thing_id`;

/** Rules over accounts of the caller's subtree, newest first. */
export async function rulePage(
  db: Db,
  caller: Caller,
  search: string | undefined,
  window: PageWindow,
): Promise<{ list: EventRule[]; total: number }> {
  const named = search
    ? sql`and lower(r.name_en || E'\n' || r.name_zh || E'\n' || r.point || E'\n' || coalesce(t.devid, '')) like ${containing(search.toLowerCase())}`
    : sql``;
  const from = sql`from ${ruleTables}
    where r.deleted_at is null and r.tenant_id = ${caller.tenantId}::uuid and ${subtree(caller, 'a')}
    ${named}`;
  const order = sql`r.created_at desc, r.id`;
  const { rows, total } = await readPage<RuleRow>(db, window, { columns: ruleColumns, from, order });
  return { list: rows.map(toRule), total };
}

/** A rule of the caller's subtree, locked until the transaction ends; undefined for any other. */
export async function ruleById(trx: Trx, caller: Caller, id: string): Promise<EventRule | undefined> {
  await sql`select 1 from event_rules where id = ${id} for update`.execute(trx);
  const { rows } = await sql<RuleRow>`select ${ruleColumns} from ${ruleTables}
    where r.id = ${id} and r.deleted_at is null and ${subtree(caller, 'a')}`.execute(trx);
  return rows[0] && toRule(rows[0]);
}

export async function countRules(trx: Trx, tenantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from event_rules where tenant_id = ${tenantId} and deleted_at is null`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** @returns its id */
export async function insertRuleRow(trx: Trx, caller: Caller, fields: RuleFields): Promise<string> {
  const { id } = oneRow(
    await sql<{ id: string }>`
      insert into event_rules (tenant_id, created_by, account_id, thing_id, point, comparison, threshold, hysteresis,
        delay_s, clear_delay_s, level, name_en, name_zh, enabled)
      values (${caller.tenantId}, ${caller.accountId}, ${fields.account_id}, ${fields.thing_id}, ${fields.point},
        ${fields.comparison}, ${fields.threshold}, ${fields.hysteresis}, ${fields.delay_s}, ${fields.clear_delay_s},
        ${fields.level}, ${fields.name_en}, ${fields.name_zh}, ${fields.enabled})
      returning id`.execute(trx),
  );
  return id;
}

export async function updateRuleRow(
  trx: Trx,
  id: string,
  fields: Partial<RuleFields> & { deleted_at?: Date },
) {
  const changes = assignments({ ...fields, version: sql`version + 1`, updated_at: sql`now()` });
  await sql`update event_rules set ${changes} where id = ${id}`.execute(trx);
}

export interface WatchedThing {
  id: string;
  /** In ClickHouse. */
  key: number;
  devid: string;
  /** Device time of its newest frame; null without one. */
  last_time: Date | null;
  /** It has an active event of the rule. */
  active: boolean;
}

/**
 * The things that a rule of this scope watches.
 * @param ruleId The rule whose active events are looked up; null for none.
 */
export async function watchedThings(
  db: Db,
  scope: Pick<RuleFields, 'account_id' | 'thing_id'>,
  ruleId: string | null,
): Promise<WatchedThing[]> {
  const { account_id, thing_id } = scope;
  const { rows } = await sql<WatchedThing>`
    select t.id, t.key, t.devid, s.last_time, exists (
      select from events e where e.thing_id = t.id and e.rule_id = ${ruleId}::uuid and e.state = 1) as active
    from things t left join thing_state s on s.thing_id = t.id
    where (${thing_id}::uuid is null or t.id = ${thing_id}::uuid) and t.deleted_at is null
      and t.tenant_id = (select a.tenant_id from accounts a where a.id = ${account_id}::uuid)
      and exists (select 1 from accounts r where r.id = ${account_id}::uuid and ${accountSeesThing('r.id', 't.id')})
    order by t.key`.execute(db);
  return rows;
}

function toRule({ name_en, name_zh, thing_id: _, created_at, updated_at, ...rest }: RuleRow): EventRule {
  return {
    ...rest,
    name: { en: name_en, zh: name_zh },
    created_at: created_at.getTime(),
    updated_at: updated_at.getTime(),
  };
}
