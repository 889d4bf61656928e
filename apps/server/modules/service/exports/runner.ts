import type { ExportRun } from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import { type BackOff, pauseAfter_ms } from '../../../platform/back-off.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { LeasedRows } from '../../../platform/leased-rows.ts';
import { renewWhile } from '../../../platform/renew-while.ts';
import { Rounds } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import { systemCtx } from '../../../platform/system-ctx.ts';
import { accountById, actingAs } from '../../people/accounts/index.ts';
import { type Core, mayExport } from './core.ts';
import { ExportRefused, type MadeFile, makeFile } from './make-file.ts';
import { dueAt, nextPeriod, type Period } from './periods.ts';
import { stopSchedule } from './schedules.ts';
import { planRun, type ScheduleRow, scheduleColumns, usedBytes } from './store.ts';

interface Claimed extends ScheduleRow, Period {
  run_id: string;
  tries: number;
  former_key: string | null;
  tenant_id: string;
  disabled: boolean;
  leaseId: string;
}

type Outcome =
  | { state: 'done'; file: MadeFile }
  | {
      state: 'failed' | 'dropped' | 'waiting';
      error: NonNullable<ExportRun['error']>;
      stop?: ExportRefused['stop'];
    }
  /** The node is stopping, or another node has taken over the lease. */
  | { state: 'left' };

const BATCH = 200;
/** A killed node is detected after this time; a working one renews its lease. */
const LEASE_MS = 2 * 60_000;
const RENEW_MS = 30_000;
const MAX_TRIES = 8;
const MAX_PAUSE_MS = 6 * 3_600_000;
const backOff: BackOff = { first_ms: 60_000, factor: 4, most_ms: MAX_PAUSE_MS };
const MB = 1_000_000;

const runs = new LeasedRows({ table: 'export_runs', countsTries: true });

/**
 * Creates the files of scheduled exports when their periods end, one after the other on each node. A period has one run
 * in PostgreSQL, which a node leases; the name of its file follows from it. So there is one file per period, whichever
 * nodes run and are killed.
 */
export class ExportRunner extends Rounds {
  readonly #core: Core;
  readonly #stopping = new AbortController();

  constructor(core: Core) {
    super({
      work: schedule.exports,
      services: core.services,
      failure: 'scheduled exports could not be created; retrying',
    });
    this.#core = core;
  }

  override async stop(): Promise<void> {
    this.#stopping.abort(new Error('the node stops'));
    await super.stop();
  }

  protected override async round(): Promise<void> {
    // Each planned period advances its schedule, including missed ones.
    while (!this.stopped && (await this.#plan()) > 0);
    for (;;) {
      const [claimed] = this.stopped ? [] : await this.#claim();
      if (!claimed) return;
      await this.row(claimed.run_id, () => this.#run(claimed));
    }
  }

  /** Writes a run for each schedule whose period has ended, one period at a time. */
  #plan(): Promise<number> {
    const { db, clock } = this.#core.services;
    return db.transaction().execute(async (trx) => {
      const now = clock();
      const { rows } = await sql<ScheduleRow>`select ${scheduleColumns} from export_schedules s
        where s.deleted_at is null and s.stopped_at is null and s.next_at <= ${now}
        order by s.next_at limit ${BATCH} for update skip locked`.execute(trx);
      for (const { id, every, time_zone, hour, next_day } of rows) {
        const plan = await this.row(id, async () => {
          const period = nextPeriod(every, next_day, time_zone, now.getTime());
          const next = nextPeriod(every, period.to_day, time_zone, now.getTime());
          return { period, next, next_at: new Date(dueAt(next, time_zone, hour)) };
        });
        if (!plan) {
          // Its time zone is unknown to this version of Node, for example; the others are planned.
          await sql`update export_schedules set next_at = ${new Date(now.getTime() + MAX_PAUSE_MS)}
            where id = ${id}::uuid`.execute(trx);
          continue;
        }
        await planRun(trx, id, plan.period, now);
        await sql`update export_schedules set next_day = ${plan.next.from_day}::date,
          next_at = ${plan.next_at} where id = ${id}::uuid`.execute(trx);
      }
      return rows.length;
    });
  }

  #claim(): Promise<Claimed[]> {
    const { db, clock } = this.#core.services;
    return runs.claim<Claimed>(db, {
      now: clock(),
      lease_ms: LEASE_MS,
      most: 1,
      from: sql`export_schedules s join accounts a on a.id = s.account_id where s.id = q.schedule_id`,
      returning: sql`${scheduleColumns}, q.id as run_id, q.from_day::text as from_day, q.to_day::text as to_day, q.tries,
        q.file_key as former_key, a.tenant_id, (a.disabled_at is not null or tenant_disabled(a.tenant_id)) as disabled`,
    });
  }

  async #run(claimed: Claimed): Promise<void> {
    const { db, clock, log } = this.#core.services;
    const renewal = {
      renew: () => runs.renew(db, leaseOf(claimed), { now: clock(), lease_ms: LEASE_MS }),
      lease_ms: LEASE_MS,
      every_ms: RENEW_MS,
      clock,
      onFailure: (err: unknown) =>
        log.warn({ err }, 'the lease of a scheduled export was not renewed; retrying'),
    };
    const outcome = await renewWhile(renewal, async (lost) => {
      const signal = AbortSignal.any([this.#stopping.signal, lost]);
      return this.#make(claimed, signal).catch((err: unknown): Outcome => {
        if (err instanceof ExportRefused) return { state: 'failed', error: err.code, stop: err.stop };
        if (signal.aborted) return { state: 'left' };
        log.warn({ err, schedule: claimed.id }, 'a scheduled export could not be made');
        return { state: claimed.tries < MAX_TRIES ? 'waiting' : 'failed', error: 'store' };
      });
    });
    await this.#settle(claimed, outcome);
  }

  async #make(claimed: Claimed, signal: AbortSignal): Promise<Outcome> {
    const { services } = this.#core;
    // A run that crashes its node each time is not retried forever.
    if (claimed.tries > MAX_TRIES) return { state: 'failed', error: 'store' };
    const account = await accountById(services.db, claimed.account_id);
    if (!account) throw new ExportRefused('account', 'account');
    if (claimed.disabled) return { state: 'dropped', error: 'account' };
    if (!mayExport(account.roleId)) throw new ExportRefused('role', 'role');
    if ((await usedBytes(services.db, account.id)) >= services.config.exports.account_MB * MB)
      throw new ExportRefused('full');
    const file = await makeFile(this.#core, this.#ctxOf(claimed, account), {
      schedule: claimed,
      period: claimed,
      signal,
    });
    return { state: 'done', file };
  }

  #ctxOf(claimed: Claimed, account: Parameters<typeof actingAs>[0]): Ctx {
    const { clock, log } = this.#core.services;
    return { caller: actingAs(account), now: clock(), ip: '', requestId: claimed.run_id, log };
  }

  async #settle(claimed: Claimed, outcome: Outcome): Promise<void> {
    const { db, clock } = this.#core.services;
    const now = clock();
    const lease = leaseOf(claimed);
    if (outcome.state === 'left') {
      await runs.settle(db, lease, sql`tries = tries - 1`);
      return;
    }
    const stored = await db.transaction().execute(async (trx) => {
      if (outcome.state !== 'done') {
        const again = outcome.state === 'waiting';
        const pause_ms = again ? pauseAfter_ms(backOff, claimed.tries) : 0;
        const settled = await runs.settle(
          trx,
          lease,
          sql`state = ${outcome.state}, error = ${outcome.error}, done_at = ${again ? null : now},
            next_at = ${new Date(now.getTime() + pause_ms)}`,
        );
        if (settled && outcome.stop)
          await stopSchedule(
            trx,
            systemCtx(this.#core.services, now),
            claimed,
            outcome.stop,
            claimed.tenant_id,
          );
        return false;
      }
      const { file } = outcome;
      const settled = await runs.settle(
        trx,
        lease,
        sql`state = 'done', error = null, done_at = ${now}, removed_at = null, file_key = ${file.key},
          file_name = ${file.name}, size_bytes = ${file.size_bytes}, row_count = ${file.rows},
          device_count = ${file.devices}, left_out = ${file.left_out}`,
      );
      if (!settled) return false;
      await audit(trx, systemCtx(this.#core.services, now), {
        action: 'export.make',
        objectType: 'export_schedule',
        objectId: claimed.id,
        tenantId: claimed.tenant_id,
        details: {
          name: claimed.name,
          from_day: claimed.from_day,
          to_day: claimed.to_day,
          format: claimed.format,
          rows: file.rows,
          devices: file.devices,
          size_bytes: file.size_bytes,
        },
      });
      return true;
    });
    // Created earlier in another format.
    const { former_key } = claimed;
    if (stored && outcome.state === 'done' && former_key !== null && former_key !== outcome.file.key)
      await this.#core.files.remove(former_key);
  }
}

const leaseOf = ({ run_id, leaseId }: Claimed) => ({ id: run_id, leaseId });
