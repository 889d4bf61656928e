import type { countEvents, listEvents, QueryOf, ReplyOf, ThingEvent } from '@voltloop/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { containing, escapeLike } from '../../../platform/like.ts';
import {
  historyFloor,
  seesMoment,
  seesTenant,
  seesThing,
  subtree,
  type Viewer,
} from '../../people/accounts/index.ts';
import { iso } from './store.ts';

/** A filter of events; `account` is the loaded account of `account_id`. */
export type EventFilter = Omit<QueryOf<typeof countEvents>, 'account_id'> & { account?: Viewer | undefined };
export type EventOrder = Pick<QueryOf<typeof listEvents>, 'sort' | 'order'>;
export type EventCounts = ReplyOf<typeof countEvents>;

/** Limit of matched things that a search lists individually, so that both halves use an index. */
const MAX_LISTED_THINGS = 2000;

interface EventRow {
  id: string;
  devid: string;
  devname: string;
  time_zone: string;
  info_model_id: string;
  name_en: string;
  name_zh: string;
  code: string;
  level: number;
  source: string;
  rule_id: string | null;
  value: number | null;
  threshold: number | null;
  reopened: number;
  begin_time: Date;
  end_time: Date | null;
  state: number;
  ack_time: Date | null;
  ack_user: string | null;
  remark: string | null;
}

const eventColumns = sql`e.id, t.devid, t.devname, t.time_zone, t.info_model_id, e.name_en, e.name_zh, e.code, e.level,
  e.source, e.rule_id, e.value, e.threshold, e.reopened, e.begin_time, e.end_time, e.state, e.ack_time, a.user_name as ack_user, e.remark`;

/** Things of the events that a viewer sees. A main account filters by the tenant in the event itself. */
function sees(viewer: Viewer): RawBuilder<unknown> {
  if (!seesTenant(viewer)) return seesThing(viewer, 'e.thing_id');
  return sql`e.tenant_id = ${viewer.tenantId}::uuid and e.thing_id not in (
    select gone.id from things gone where gone.tenant_id = ${viewer.tenantId}::uuid and gone.deleted_at is not null)`;
}

/** Respects the history cutoff: only events that did not end before it. */
const seesPast = (caller: Viewer) => seesMoment(caller, 'e.thing_id', sql`coalesce(e.end_time, 'infinity')`);

async function conditionsOf(db: Db, caller: Caller, filter: EventFilter): Promise<RawBuilder<unknown>> {
  const all: RawBuilder<unknown>[] = [sees(filter.account ?? caller), seesPast(caller)];
  if (filter.devid !== undefined) {
    all.push(
      sql`e.thing_id = (select d.id from things d where d.devid = ${filter.devid} and d.deleted_at is null)`,
    );
  }
  if (filter.site_id !== undefined) all.push(ofSite(caller, filter.site_id));
  if (filter.state !== undefined) all.push(sql`e.state = ${sql.lit(filter.state)}`);
  if (filter.level?.length) all.push(sql`e.level = any(${filter.level}::smallint[])`);
  if (filter.ack !== undefined)
    all.push(filter.ack === 1 ? sql`e.ack_time is not null` : sql`e.ack_time is null`);
  if (filter.code !== undefined) {
    all.push(sql`(e.code = ${filter.code} or e.code like ${`${escapeLike(filter.code)}@%`})`);
  }
  if (filter.source !== undefined) all.push(sql`e.source = ${filter.source}`);
  if (filter.rule_id !== undefined) all.push(sql`e.rule_id::text = ${filter.rule_id}`);
  if (filter.begin_time !== undefined) {
    all.push(sql`coalesce(e.end_time, 'infinity') >= ${iso(filter.begin_time)}::timestamptz`);
  }
  if (filter.end_time !== undefined) all.push(sql`e.begin_time < ${iso(filter.end_time)}`);
  if (filter.search) all.push(await searched(db, caller, filter.search.toLowerCase()));
  return sql.join(all, sql` and `);
}

/** Events of a site's devices while they belonged to it, outside the history cutoff of the site. */
function ofSite(caller: Caller, siteId: string): RawBuilder<unknown> {
  const ended = sql`coalesce(e.end_time, 'infinity')`;
  return sql`exists (select from site_devices sd where sd.site_id = ${siteId} and sd.thing_id = e.thing_id
    and e.begin_time < coalesce(sd.until, 'infinity') and ${ended} >= sd.since
    and ${ended} >= coalesce(${historyFloor(caller, 'site_id', 'sd.site_id')}, '-infinity'))`;
}

/** Events whose device or kind contains the search text. */
async function searched(db: Db, caller: Caller, words: string): Promise<RawBuilder<unknown>> {
  const pattern = containing(words);
  const things = sql`select st.id from things st
    where st.tenant_id = ${caller.tenantId}::uuid and st.deleted_at is null and st.search like ${pattern}`;
  const { rows } = await sql<{ id: string }>`${things} limit ${MAX_LISTED_THINGS + 1}`.execute(db);
  const ofThings =
    rows.length > MAX_LISTED_THINGS
      ? sql`e.thing_id in (${things})`
      : sql`e.thing_id = any(${rows.map((r) => r.id)}::uuid[])`;
  return sql`(${ofThings} or e.search like ${pattern})`;
}

/** Sort orders, each with the id as tie-breaker so that pages never overlap. Ongoing events sort as ending last. */
function orderOf({ sort, order }: EventOrder): RawBuilder<unknown> {
  const down = order === 'desc';
  const by = (column: RawBuilder<unknown>) => (down ? sql`${column} desc, e.id` : sql`${column}, e.id desc`);
  if (sort === 'begin_time') return by(sql`e.begin_time`);
  if (sort === 'end_time') return by(sql`coalesce(e.end_time, 'infinity')`);
  const first = sort === 'level' ? sql`e.level` : sql`t.devid collate "C"`;
  return down ? sql`${first} desc, e.begin_time desc, e.id` : sql`${first}, e.begin_time desc, e.id`;
}

/**
 * A slice of the visible events, in order.
 * @param window.after Only events after this one, newest first.
 */
export async function eventRows(
  db: Db,
  caller: Caller,
  filter: EventFilter,
  order: EventOrder,
  window: { offset: number; limit: number; after?: ThingEvent | undefined },
): Promise<ThingEvent[]> {
  const { after } = window;
  const from = after && sql`${iso(after.begin_time)}::timestamptz`;
  const rest = after
    ? sql`and e.begin_time <= ${from} and (e.begin_time < ${from} or e.id > ${after.id}::uuid)`
    : sql``;
  const { rows } = await sql<EventRow>`
    select ${eventColumns} from events e join things t on t.id = e.thing_id
    left join accounts a on a.id = e.ack_user and ${subtree(caller, 'a')}
    where ${await conditionsOf(db, caller, filter)} ${rest}
    order by ${orderOf(order)}
    offset ${window.offset} limit ${window.limit}`.execute(db);
  return rows.map(toEvent);
}

/** Counts of the visible events, by level. */
export async function eventCounts(db: Db, caller: Caller, filter: EventFilter): Promise<EventCounts> {
  const { rows } = await sql<{ level: number; count: number }>`
    select e.level, count(*)::int as count from events e
    where ${await conditionsOf(db, caller, filter)} group by e.level`.execute(db);
  const of = (level: number) => rows.find((r) => r.level === level)?.count ?? 0;
  return { total: of(1) + of(2) + of(3), notice: of(1), warning: of(2), fault: of(3) };
}

/** Visible events by id; others are omitted. */
export async function eventsById(
  db: Db | Trx,
  caller: Caller,
  ids: readonly string[],
): Promise<ThingEvent[]> {
  const { rows } = await sql<EventRow>`
    select ${eventColumns} from events e join things t on t.id = e.thing_id
    left join accounts a on a.id = e.ack_user and ${subtree(caller, 'a')}
    where e.id = any(${[...ids]}::uuid[]) and ${seesThing(caller, 'e.thing_id')}
      and ${seesPast(caller)}`.execute(db);
  return rows.map(toEvent);
}

function toEvent(row: EventRow): ThingEvent {
  const { name_en, name_zh, begin_time, end_time, ack_time, ...rest } = row;
  return {
    ...rest,
    event_name: { en: name_en, zh: name_zh },
    begin_time: begin_time.getTime(),
    end_time: end_time?.getTime() ?? null,
    ack: ack_time ? 1 : 0,
    ack_time: ack_time?.getTime() ?? null,
  };
}
