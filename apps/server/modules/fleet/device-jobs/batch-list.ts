import { type RawBuilder, sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Caller, Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { type PageWindow, readPage } from '../../../platform/paging.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { subtree } from '../../people/accounts/index.ts';
import type { DeviceJobs } from './device-jobs.ts';
import type { StateValue } from './phases.ts';

/** The columns that batches of every kind have in a list. */
export interface BatchRow<S extends StateValue> {
  id: string;
  name: string;
  created_by: string | null;
  created_at: Date;
  counts: Partial<Record<S, number>>;
}

interface BatchListOptions<Row, Shown> {
  /** The word for a batch in the audit trail. */
  objectType: string;
  /** Those of the kind only; the batch is `b`. */
  columns: RawBuilder<unknown>;
  joins: RawBuilder<unknown>;
  /** A batch on the wire. */
  show: (row: Row) => Shown;
}

/** Batches that the caller's account or one below it started; all of the tenant for the main account. */
export class BatchList<S extends StateValue, Row extends BatchRow<S>, Shown> {
  readonly #jobs: DeviceJobs<S>;
  readonly #options: BatchListOptions<Row, Shown>;

  constructor(jobs: DeviceJobs<S>, options: BatchListOptions<Row, Shown>) {
    this.#jobs = jobs;
    this.#options = options;
  }

  #parts(caller: Caller, where: RawBuilder<unknown>) {
    const { columns, joins } = this.#options;
    return {
      columns: sql`b.id, b.name, a.user_name as created_by, b.created_at, ${this.#jobs.counts} as counts, ${columns}`,
      from: sql`from ${sql.table(this.#jobs.kind.batches)} b
        join accounts a on a.id = b.created_by and ${subtree(caller, 'a', { deletedToo: true })} ${joins}
        where b.tenant_id = ${caller.tenantId}::uuid and ${where}`,
      order: sql`b.created_at desc, b.id`,
    };
  }

  /** @throws notFound */
  async find(db: Db, caller: Caller, id: string): Promise<Shown> {
    if (!isUuid(id)) throw notFound();
    const { columns, from } = this.#parts(caller, sql`b.id = ${id}`);
    const { rows } = await sql<Row>`select ${columns} ${from}`.execute(db);
    if (!rows[0]) throw notFound();
    return this.#options.show(rows[0]);
  }

  async page(
    db: Db,
    caller: Caller,
    where: RawBuilder<unknown>,
    window: PageWindow,
  ): Promise<{ list: Shown[]; total: number }> {
    const { rows, total } = await readPage<Row>(db, window, this.#parts(caller, where));
    return { list: rows.map(this.#options.show), total };
  }

  /**
   * A person's step on a batch: one transaction with its audit row.
   * @param work Returns the details of the audit row.
   * @returns the batch afterwards
   * @throws notFound
   */
  async change(
    db: Db,
    ctx: Ctx,
    { id, action }: { id: string; action: string },
    work: (trx: Trx, batch: Shown) => Promise<Record<string, unknown>>,
  ): Promise<Shown> {
    const batch = await this.find(db, ctx.caller, id);
    await db.transaction().execute(async (trx) => {
      const details = await work(trx, batch);
      await audit(trx, ctx, { action, objectType: this.#options.objectType, objectId: id, details });
    });
    return this.find(db, ctx.caller, id);
  }
}
