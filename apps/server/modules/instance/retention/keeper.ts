import { sql } from 'kysely';
import { type AuditEntry, auditAll } from '../../../platform/audit.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { type Lease, LeasedRows } from '../../../platform/leased-rows.ts';
import { DAY_MS, firstKeptMonth, type Retention } from '../../../platform/retention.ts';
import { Rounds } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { Services } from '../../../platform/services.ts';
import { systemCtx } from '../../../platform/system-ctx.ts';
import { ownCounters } from './kept-points.ts';
import { isMeasured, type MeasuredKind, removeOldestMonth } from './measurements.ts';
import * as metrics from './metrics.ts';
import { isLimited, type Share, sharesOf, type TenantDays, tenantDays } from './tenant-days.ts';

/** Transactions of one kind in a round: 400,000 rows; the next round continues. */
const MAX_BATCHES = 200;
/** Frames are refused a day before their month is removed: none is being written then. */
const MARGIN_MS = DAY_MS;

const kinds = [
  'raw',
  'quarterHours',
  'frames',
  'events',
  'commands',
] as const satisfies readonly (keyof Retention)[];

/** Rows deleted in one transaction. */
const AT_ONCE = 2000;

/**
 * Deletes events of a tenant that ended before a moment, oldest first, with their notifications and geofence alarms.
 * Active events stay, and so do events with pending notifications.
 * @returns the number of deleted events
 */
async function removeEvents(trx: Trx, tenantId: string, before: Date): Promise<number> {
  const result = await sql`
    delete from events where id in (
      select e.id from events e
      where e.tenant_id = ${tenantId} and e.begin_time < ${before} and e.state = 2
        and coalesce(e.end_time, e.begin_time) < ${before}
        and not exists (select from notification_items i where i.event_id = e.id and i.message_id is null)
      order by e.begin_time limit ${AT_ONCE} for update of e skip locked)`.execute(trx);
  return Number(result.numAffectedRows ?? 0n);
}

/**
 * Deletes commands of a tenant that were sent before a moment and have ended, oldest first. Commands of active
 * parameter jobs stay; finished jobs lose their reference.
 * @returns the number of deleted commands
 */
async function removeCommands(trx: Trx, tenantId: string, before: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select c.id from commands c join things t on t.id = c.thing_id and t.tenant_id = ${tenantId}
    where c.created_at < ${before} and c.state in ('answered', 'failed', 'expired')
      and coalesce(c.answered_at, c.expires_at) < ${before}
      and not exists (select from param_jobs j where j.command_id = c.id
        and j.state in ('waiting', 'reading', 'sent', 'checking'))
    order by c.created_at limit ${AT_ONCE} for update of c skip locked`.execute(trx);
  if (rows.length === 0) return 0;
  const ids = sql`${rows.map(({ id }) => id)}::uuid[]`;
  await sql`update param_jobs set command_id = null where command_id = any(${ids})`.execute(trx);
  await sql`delete from commands where id = any(${ids})`.execute(trx);
  return rows.length;
}

const removers = { events: removeEvents, commands: removeCommands } as const;
/** The names of kinds in metrics, log and trail. */
const names = {
  raw: 'raw',
  quarterHours: 'quarter_hours',
  frames: 'frames',
  events: 'events',
  commands: 'commands',
};

/** Longer than one step takes: a batch of rows, or a ClickHouse statement for one month. */
const LEASE_MS = 10 * 60_000;

/** The right to remove one kind of data, which one node has at a time, once a day; its id is the kind. */
const runs = new LeasedRows({ table: 'retention_runs', key: 'kind', hasState: false });

/** Acquires the lease of a kind that is due. @returns undefined when it is not due or leased by another node */
async function acquireLease(db: Db, kind: string, now: Date): Promise<Lease | undefined> {
  await sql`insert into retention_runs (kind, next_at) values (${kind}, ${now}) on conflict do nothing`.execute(
    db,
  );
  const [lease] = await runs.claim<{ id: string }>(db, {
    now,
    lease_ms: LEASE_MS,
    most: 1,
    only: sql`d.kind = ${kind}`,
    returning: sql`q.kind as id`,
  });
  return lease;
}

/**
 * Counts the rows that a transaction removes and renews the lease; false when another node has acquired it meanwhile.
 */
const countRemoved = (trx: Trx, lease: Lease, rows: number, now: Date): Promise<boolean> =>
  runs.renew(trx, lease, { now, lease_ms: LEASE_MS }, sql`removed = removed + ${rows}`);

/** Releases a lease. @param more Whether the next round has work; else it is due again in a day. */
async function endLease(db: Db, lease: Lease, more: boolean, now: Date): Promise<void> {
  const next = more ? now : new Date(now.getTime() + DAY_MS);
  await runs.settle(db, lease, sql`last_at = ${now}, next_at = ${next}`);
}

/**
 * Removes data older than the settings allow, each kind once a day, on one node at a time; if a node is killed,
 * another one continues when its lease expires.
 */
export class RetentionRounds extends Rounds {
  readonly #services: Services;

  constructor(services: Services) {
    super({
      span: 'retention',
      work: schedule.retention,
      services,
      failure: 'old data could not be removed; retrying',
    });
    this.#services = services;
  }

  protected override async round(): Promise<void> {
    const { config, db, log } = this.#services;
    const tenants = await tenantDays(db, config.retention);
    for (const kind of kinds) {
      if (this.stopped || !isLimited(config.retention, tenants, kind)) continue;
      try {
        await this.#remove(kind, tenants);
      } catch (err) {
        // The lease expires; other kinds do not wait for this one.
        log.warn({ err, kind: names[kind] }, 'old data could not be removed; retrying');
      }
    }
  }

  async #remove(kind: (typeof kinds)[number], tenants: readonly TenantDays[]): Promise<void> {
    const { db, clock } = this.#services;
    const lease = await acquireLease(db, names[kind], clock());
    if (!lease) return;
    const more = isMeasured(kind)
      ? await this.#removeMonths(kind, lease, tenants)
      : await this.#removeRows(kind, lease, tenants);
    await endLease(db, lease, more, clock());
  }

  /** @returns whether there is more */
  async #removeMonths(kind: MeasuredKind, lease: Lease, tenants: readonly TenantDays[]): Promise<boolean> {
    const { config, db } = this.#services;
    let more = false;
    for (const share of await sharesOf(db, config.retention, tenants, kind)) {
      // After an error the next round continues with it; other tenants do not wait for it.
      const isMore = await this.row(share.tenantIds.join(' '), () => this.#removeMonth(kind, lease, share));
      if (isMore) return true;
      if (isMore === undefined) more = true;
    }
    return more;
  }

  /** @returns whether there is more */
  async #removeMonth(kind: MeasuredKind, lease: Lease, { days, scope, tenantIds }: Share): Promise<boolean> {
    const { clickhouse, config, clock, db } = this.#services;
    const now = await this.#now();
    const before_ms = firstKeptMonth(days, now.getTime() - MARGIN_MS) ?? 0;
    const { removed, more } = await removeOldestMonth(
      clickhouse,
      config.clickhouseCluster,
      kind,
      before_ms,
      await ownCounters(db),
      scope,
    );
    if (!removed) return more;
    await db.transaction().execute(async (trx) => {
      await countRemoved(trx, lease, removed.rows, clock());
      await this.#audit(trx, tenantIds, lease.id, { ...removed });
    });
    this.#count(lease.id, removed.rows, { month: removed.month });
    return more;
  }

  /** @returns whether there is more */
  async #removeRows(
    kind: 'events' | 'commands',
    lease: Lease,
    tenants: readonly TenantDays[],
  ): Promise<boolean> {
    const { clock, db } = this.#services;
    const now = await this.#now();
    let left = MAX_BATCHES;
    let isMore = false;
    let isLost = false;
    for (const { id, days } of tenants) {
      if (days[kind] === 0) continue;
      const before = new Date(now.getTime() - days[kind] * DAY_MS);
      const done = await this.row(id, async () => {
        for (let rows = AT_ONCE; rows === AT_ONCE; left--) {
          if (this.stopped || left === 0) return false;
          rows = await db.transaction().execute(async (trx) => {
            const count = await removers[kind](trx, id, before);
            isLost = !(await countRemoved(trx, lease, count, clock()));
            if (isLost) throw new Error('another node has acquired the lease');
            if (count > 0) await this.#audit(trx, [id], lease.id, { before, rows: count });
            return count;
          });
          this.#count(lease.id, rows, { before });
        }
        return true;
      });
      if (done === false || isLost) return true;
      // After an error the next round continues with it; other tenants do not wait for it.
      if (done === undefined) isMore = true;
    }
    return isMore;
  }

  /** The earliest of all clocks: a wrong clock of this host removes nothing. */
  async #now(): Promise<Date> {
    const { clock, clockWatch } = this.#services;
    return (await clockWatch?.earliest()) ?? clock();
  }

  async #audit(
    trx: Trx,
    tenantIds: readonly string[],
    kind: string,
    details: AuditEntry['details'],
  ): Promise<void> {
    const entry = { action: 'retention.remove', objectType: 'retention', details: { kind, ...details } };
    await auditAll(
      trx,
      systemCtx(this.#services, this.#services.clock()),
      tenantIds.map((tenantId) => ({ ...entry, tenantId })),
    );
  }

  #count(kind: string, rows: number, about: Record<string, unknown>): void {
    if (rows === 0) return;
    metrics.removed.inc({ kind }, rows);
    this.#services.log.info({ kind, rows, ...about }, 'old data was removed');
  }
}
