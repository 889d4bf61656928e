import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../../platform/ctx.ts';
import { assignments, type Db, type Trx } from '../../../platform/db.ts';
import { containing } from '../../../platform/like.ts';
import { type PageWindow, readPage } from '../../../platform/paging.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { seesThing } from '../../people/accounts/index.ts';
import { type Phase, Phases, type StateTable, type StateValue } from './phases.ts';

type Sql = RawBuilder<unknown>;
/** Values by column; SQL is inserted as it is. */
export type Columns = Readonly<Record<string, unknown>>;

/** A kind of job over many devices. Its tables have the columns that {@link DeviceJobs} names. */
export interface JobKind<S extends StateValue> {
  jobs: string;
  batches: string;
  /** The column of a job with the id of its batch. */
  batch: string;
  states: StateTable<S>;
  /** States in which a person's cancellation ends a job immediately, and the state it gets. */
  unsent: readonly S[];
  cancelled: S;
  /** What a retry without named jobs includes; a named job may also be dropped. */
  retried: readonly Phase[];
  /** The columns of a new attempt, besides those of every kind. */
  fresh: Columns;
  /** Whether a job has the time of its last change, `updated_at`. */
  stamped: boolean;
}

interface Times {
  now: Date;
  /** When it is processed next. */
  next: Date;
  deadline: Date;
}

const list = (states: readonly StateValue[]): Sql =>
  sql`(${sql.join(states.map((state) => sql.lit(state)))})`;

/** SQL condition: the creator of a batch, alias `a`, may not sign in any more. */
export const creatorGone = sql`(a.deleted_at is not null or a.disabled_at is not null or tenant_disabled(a.tenant_id))`;

/**
 * The jobs of one kind in PostgreSQL: a batch has one job for each device (docs/decisions/0141). States are literals in
 * SQL, so that the partial indexes of unfinished jobs apply. In the parts that a kind gives, a job is `j`, its batch `b`,
 * its thing `t`, and the thing's state `s`.
 */
export class DeviceJobs<S extends StateValue> {
  readonly kind: JobKind<S>;
  readonly phases: Phases<S>;
  /** The states of unfinished jobs, as a list in parentheses. */
  readonly open: Sql;
  readonly #jobs: Sql;
  readonly #batch: Sql;

  constructor(kind: JobKind<S>) {
    this.kind = kind;
    this.phases = new Phases(kind.states);
    this.open = list(this.phases.open());
    this.#jobs = sql.table(kind.jobs);
    this.#batch = sql.ref(kind.batch);
  }

  /** The states of these phases, as a list in parentheses. */
  in(...phases: readonly Phase[]): Sql {
    return list(this.phases.of(...phases));
  }

  /** SQL: the jobs of batch `b` by state. */
  get counts(): Sql {
    return sql`(select coalesce(jsonb_object_agg(n.state, n.n), '{}') from
      (select state, count(*)::int as n from ${this.#jobs} where ${this.#batch} = b.id group by state) n)`;
  }

  /**
   * Adds a job for each row, in the order of their things, so that two batches over the same things never wait for each
   * other. A thing that may not have another job is left out.
   * @param rows `thing_id` and further columns, the same in all of them.
   * @returns the number of added jobs
   */
  async insert(
    trx: Trx,
    batchId: string,
    { now, deadline }: Omit<Times, 'next'>,
    rows: readonly ({ thing_id: string } & Columns)[],
  ): Promise<number> {
    const own = Object.keys(rows[0] ?? { thing_id: '' }).map((column) => sql.ref(column));
    const stamp = this.kind.stamped ? sql`, updated_at` : sql``;
    const at = sql`${now}::timestamptz`;
    const result = await sql`
      insert into ${this.#jobs} (${this.#batch}, created_at, next_at, deadline_at${stamp}, ${sql.join(own)})
      select ${batchId}::uuid, ${at}, ${at}, ${deadline}::timestamptz${this.kind.stamped ? sql`, ${at}` : sql``},
        ${sql.join(own.map((column) => sql`x.${column}`))}
      from jsonb_populate_recordset(null::${this.#jobs}, ${JSON.stringify(rows)}::jsonb) x
      order by x.thing_id on conflict do nothing`.execute(trx);
    return Number(result.numAffectedRows ?? 0n);
  }

  /** Moves jobs to a state, which decides whether they have finished. @returns how many */
  async change(trx: Trx, where: Sql, to: { state: S } & Columns, now: Date): Promise<number> {
    const set = assignments({
      ...to,
      finished_at: this.phases.isOpen(to.state) ? null : now,
      updated_at: this.kind.stamped ? now : undefined,
    });
    const result = await sql`update ${this.#jobs} j set ${set} where ${where}`.execute(trx);
    return Number(result.numAffectedRows ?? 0n);
  }

  /** Cancels the unsent jobs of batches. @returns how many */
  async cancelUnsent(
    trx: Trx,
    batchIds: readonly string[],
    now: Date,
    columns: Columns = {},
  ): Promise<number> {
    const where = sql`j.${this.#batch} = any(${[...batchIds]}::uuid[]) and j.state in ${list(this.kind.unsent)}`;
    return this.change(trx, where, { ...columns, state: this.kind.cancelled }, now);
  }

  /** Jobs of a batch that may be retried, locked until the transaction ends: the named ones, or those that the kind retries. */
  async lockRetries(
    trx: Trx,
    batchId: string,
    ids: readonly string[] | undefined,
    and: Sql = sql`true`,
  ): Promise<string[]> {
    const which = ids
      ? sql`j.id = any(${ids.filter(isUuid)}::uuid[]) and j.state in ${this.in('failed', 'dropped')}`
      : sql`j.state in ${this.in(...this.kind.retried)}`;
    const { rows } = await sql<{ id: string }>`select j.id from ${this.#jobs} j
      where j.${this.#batch} = ${batchId} and ${which} and ${and} order by j.id for update of j`.execute(trx);
    return rows.map(({ id }) => id);
  }

  /** Queues jobs for a new attempt. */
  async requeue(
    trx: Trx,
    ids: readonly string[],
    { now, next, deadline }: Times,
    columns: Columns = {},
  ): Promise<void> {
    const attempt = { attempt: sql`attempt + 1`, next_at: next, deadline_at: deadline };
    const to = { ...this.kind.fresh, ...attempt, ...columns, state: this.phases.waiting };
    await this.change(trx, sql`j.id = any(${[...ids]}::uuid[])`, to, now);
  }

  /** SQL condition: a job of a batch, in a state, on a device that a person searches for. */
  matching(
    batchId: string,
    { state, search }: { state?: StateValue | undefined; search: string | undefined },
  ): Sql {
    const where = [sql`j.${this.#batch} = ${batchId}::uuid`];
    if (state !== undefined) where.push(sql`j.state = ${state}`);
    if (search) where.push(sql`t.search like ${containing(search.toLowerCase())}`);
    return sql.join(where, sql` and `);
  }

  /**
   * A page of jobs on devices that the caller sees, by the ranks of their states.
   * @param parts.joins Further tables.
   * @param parts.order The order of jobs of equal rank.
   */
  async page<Row>(
    db: Db,
    caller: Caller,
    where: Sql,
    window: Pick<PageWindow, 'offset' | 'limit'>,
    { columns, joins = sql``, order }: { columns: Sql; joins?: Sql; order: Sql },
  ): Promise<{ rows: Row[]; total: number }> {
    const ranks = this.phases
      .ranks()
      .map(([state, rank]) => sql`when ${sql.lit(state)} then ${sql.lit(rank)}`);
    return readPage<Row>(db, window, {
      columns,
      from: sql`from ${this.#jobs} j join ${sql.table(this.kind.batches)} b on b.id = j.${this.#batch}
        join things t on t.id = j.thing_id left join thing_state s on s.thing_id = j.thing_id ${joins}
        where ${where} and ${seesThing(caller, 'j.thing_id')}`,
      order: sql`case j.state ${sql.join(ranks, sql` `)} end, ${order}`,
    });
  }
}
