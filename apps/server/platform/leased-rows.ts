import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from './db.ts';

/** A row that this node has until its lease expires. */
export interface Lease {
  id: string;
  leaseId: string;
}

export interface LeasedRowsOptions {
  /** Has the columns `lease_id`, `leased_until` and `next_at`. */
  table: string;
  /** The key of the table. */
  key?: string;
  /** Only rows whose `state` is 'waiting' are leased; otherwise the table has no such column. */
  hasState?: boolean;
  /** Each lease counts in the column `tries`. */
  countsTries?: boolean;
}

export interface Term {
  now: Date;
  /** A killed node is detected after this time. */
  lease_ms: number;
}

export interface ClaimOptions extends Term {
  most: number;
  /** Which due rows, of the alias `d`. */
  only?: RawBuilder<unknown>;
  /** Leases rows before their time, too. */
  early?: boolean;
  /** Joined tables and their condition, for {@link ClaimOptions.returning}: `x where x.id = q.x_id`. */
  from?: RawBuilder<unknown>;
  /** The columns of the result, of the alias `q`. */
  returning: RawBuilder<unknown>;
}

/** The columns of a row without a lease, to be set. */
export const unleased = sql`lease_id = null, leased_until = null`;

/**
 * A queue in PostgreSQL: each row is worked on by the one node that has leased it. When that node is killed, another one
 * takes the row over after the lease; what the former one finds out is not stored any more.
 */
export class LeasedRows {
  readonly #options: LeasedRowsOptions;
  readonly #table: RawBuilder<unknown>;
  readonly #key: string;

  constructor(options: LeasedRowsOptions) {
    this.#options = options;
    this.#table = sql.table(options.table);
    this.#key = options.key ?? 'id';
  }

  /** Whether no node has a row of this alias. */
  isFree(alias: string, now: Date): RawBuilder<unknown> {
    const until = sql.ref(`${alias}.leased_until`);
    return sql`(${until} is null or ${until} <= ${now})`;
  }

  /** Whether a row of this alias may be leased now. */
  isDue(alias: string, now: Date): RawBuilder<unknown> {
    return sql`(${sql.ref(`${alias}.next_at`)} <= ${now} and ${this.#isOpen(alias, now)})`;
  }

  /** Leases up to `most` due rows, those due first, under one lease. */
  async claim<T>(db: Db | Trx, options: ClaimOptions): Promise<(T & { leaseId: string })[]> {
    const { now, most, only, early, from, returning } = options;
    const leaseId = randomUUID();
    const key = (alias: string) => sql.ref(`${alias}.${this.#key}`);
    // The due time is checked on the locked row: another node may have claimed it since the list was read.
    const { rows } = await sql<T>`
      update ${this.#table} q set ${this.#lease(leaseId, options)}
      ${from ? sql`from ${from} and` : sql`where`} ${key('q')} in (
        select ${key('d')} from ${this.#table} d
        where ${early ? this.#isOpen('d', now) : this.isDue('d', now)} ${only ? sql`and ${only}` : sql``}
        order by d.next_at, ${key('d')} limit ${most} for update skip locked)
      returning ${returning}`.execute(db);
    return rows.map((row) => ({ ...row, leaseId }));
  }

  /** Leases rows that the transaction has found due and locked. @returns the id of their lease */
  async lease(trx: Trx, ids: readonly string[], term: Term): Promise<string> {
    const leaseId = randomUUID();
    await sql`update ${this.#table} q set ${this.#lease(leaseId, term)}
      where ${sql.ref(`q.${this.#key}`)} = any(${ids})`.execute(trx);
    return leaseId;
  }

  /** Whether a row of this alias is still leased by this node. */
  isMine({ id, leaseId }: Lease, alias = this.#options.table): RawBuilder<unknown> {
    const column = (name: string) => sql.ref(`${alias}.${name}`);
    return sql`(${column(this.#key)} = ${id} and ${column('lease_id')} = ${leaseId} and ${this.#isWaiting(alias)})`;
  }

  /** Leases a row for longer. @returns false if another node has it */
  async renew(db: Db | Trx, lease: Lease, term: Term, set?: RawBuilder<unknown>): Promise<boolean> {
    const { rows } = await sql`update ${this.#table}
      set leased_until = ${endOf(term)} ${set ? sql`, ${set}` : sql``}
      where ${this.isMine(lease)} returning 1`.execute(db);
    return rows.length > 0;
  }

  /**
   * Stores the outcome and ends the lease.
   * @returns undefined if another node has the row, or it is no longer waiting
   */
  async settle<T = unknown>(
    db: Db | Trx,
    lease: Lease,
    set: RawBuilder<unknown>,
    { only, returning = sql`1` }: { only?: RawBuilder<unknown>; returning?: RawBuilder<unknown> } = {},
  ): Promise<T | undefined> {
    const { rows } = await sql<T>`update ${this.#table} set ${unleased}, ${set}
      where ${this.isMine(lease)} ${only ? sql`and ${only}` : sql``} returning ${returning}`.execute(db);
    return rows[0];
  }

  #isWaiting(alias: string): RawBuilder<unknown> {
    return this.#options.hasState === false ? sql`true` : sql`${sql.ref(`${alias}.state`)} = 'waiting'`;
  }

  #isOpen(alias: string, now: Date): RawBuilder<unknown> {
    return sql`(${this.#isWaiting(alias)} and ${this.isFree(alias, now)})`;
  }

  #lease(leaseId: string, term: Term): RawBuilder<unknown> {
    const counted = this.#options.countsTries ? sql`, tries = q.tries + 1` : sql``;
    return sql`lease_id = ${leaseId}, leased_until = ${endOf(term)} ${counted}`;
  }
}

const endOf = ({ now, lease_ms }: Term) => new Date(now.getTime() + lease_ms);
