import { sql } from 'kysely';
import { DAY_MS } from '../../../platform/retention.ts';
import { Rounds } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { Core } from './core.ts';
import { folderOf } from './make-file.ts';

const BATCH = 100;
/** After this time without writes, partial files of killed nodes are removed. */
const AGE_MS = 3_600_000;

/**
 * Removes expired files, those of deleted schedules, and leftovers of killed nodes. Safe to run concurrently on several
 * nodes.
 */
export class ExportSweep extends Rounds {
  readonly #core: Core;

  constructor(core: Core) {
    super({
      work: schedule.exports_old,
      services: core.services,
      failure: 'exported files could not be removed; retrying',
    });
    this.#core = core;
  }

  protected override async round(): Promise<void> {
    await this.row('old', async () => {
      while (!this.stopped && (await this.#removeOld()) === BATCH);
    });
    await this.row('leftovers', () => this.#removeLeftovers());
    await this.#core.files.sweepUnfinished(new Date(this.#core.services.clock().getTime() - AGE_MS));
  }

  /** The file is deleted before its row is updated: after a crash in between, the deletion is repeated. */
  async #removeOld(): Promise<number> {
    const { db, clock, config, log } = this.#core.services;
    const now = clock();
    const { keepDays } = config.exports;
    const old = keepDays === 0 ? sql`false` : sql`r.done_at < ${new Date(now.getTime() - keepDays * DAY_MS)}`;
    // Locked meanwhile: a run that creates the same file waits.
    const removed = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: string; file_key: string }>`
        select r.id, r.file_key from export_runs r join export_schedules s on s.id = r.schedule_id
        where r.file_key is not null and r.state <> 'waiting' and (s.deleted_at is not null or ${old})
          and r.id::text <> all(${this.failing}::text[])
        order by r.done_at limit ${BATCH} for update of r skip locked`.execute(trx);
      const ids: string[] = [];
      for (const { id, file_key } of rows)
        await this.row(id, async () => {
          await this.#core.files.remove(file_key);
          ids.push(id);
        });
      await sql`update export_runs set file_key = null, removed_at = ${now}
        where id = any(${ids}::uuid[])`.execute(trx);
      return ids.length;
    });
    if (removed > 0) log.info({ files: removed }, 'removed exported files');
    return removed;
  }

  /** Files without a run: partial files, and those whose schedule was deleted or changed while they were created. */
  async #removeLeftovers(): Promise<void> {
    const { db, clock, log } = this.#core.services;
    const now_ms = clock().getTime();
    const { rows } = await sql<{ id: string; account_id: string; tenant_id: string; keys: string[] }>`
      select s.id, s.account_id, a.tenant_id,
        array(select k.file_key from export_runs k where k.schedule_id = s.id and k.file_key is not null) as keys
      from export_schedules s join accounts a on a.id = s.account_id
      where s.updated_at > ${new Date(now_ms - 2 * DAY_MS)} or s.deleted_at > ${new Date(now_ms - 2 * DAY_MS)}
        or exists (select from export_runs r where r.schedule_id = s.id and r.next_at > ${new Date(now_ms - 2 * DAY_MS)}
          and (r.tries > 1 or r.state in ('failed', 'dropped')))`.execute(db);
    for (const { id, account_id, tenant_id, keys } of rows) {
      if (this.stopped) return;
      const folder = folderOf({ tenantId: tenant_id, accountId: account_id }, id);
      const known = new Set(keys);
      await this.row(id, async () => {
        for (const key of await this.#core.files.olderThan(folder, new Date(now_ms - AGE_MS))) {
          if (known.has(key) || (await this.#isWaited(id))) continue;
          await this.#core.files.remove(key);
          log.info({ key }, 'removed an export file without a run');
        }
      });
    }
  }

  /** A file that was just written has no run yet. */
  async #isWaited(scheduleId: string): Promise<boolean> {
    const { rows } = await sql`select from export_runs where schedule_id = ${scheduleId}::uuid
      and state = 'waiting' limit 1`.execute(this.#core.services.db);
    return rows.length > 0;
  }
}
