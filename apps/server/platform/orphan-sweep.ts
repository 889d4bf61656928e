import { Repeated, Rounds } from './rounds.ts';
import { schedule, type Work } from './schedule.ts';
import type { Services } from './services.ts';
import { isUuid } from './uuid.ts';

/** Longer than any upload takes from its first byte to its row. */
const AGE_MS = 3_600_000;

/**
 * Removes files without a row in the database. The bytes of an upload are stored before its row; a server killed
 * between the two leaves them, complete or not. Several nodes may sweep at once.
 */
export class OrphanSweep extends Rounds {
  readonly #services: Pick<Services, 'files' | 'log' | 'clock' | 'clockWatch'>;
  readonly #folder: string;
  readonly #known: (ids: readonly string[]) => Promise<ReadonlySet<string>>;

  /**
   * @param work Its entry in the schedule
   * @param folder Its files are named by the id of their row.
   * @param known Returns which of these ids have a row.
   */
  constructor(
    work: Work,
    services: Pick<Services, 'files' | 'log' | 'clock' | 'clockWatch'>,
    folder: string,
    known: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
  ) {
    super({
      span: 'files.orphans',
      work,
      services,
      failure: 'files without a row could not be removed; retrying',
    });
    this.#services = services;
    this.#folder = folder;
    this.#known = known;
  }

  protected override async round(): Promise<void> {
    const { files, log, clock } = this.#services;
    const before = new Date(clock().getTime() - AGE_MS);
    const old = await files.olderThan(this.#folder, before);
    const idOf = (key: string) => key.slice(this.#folder.length + 1);
    const known = await this.#known(old.map(idOf).filter(isUuid));
    if (old.length > 0 && known.size === 0) {
      // A folder without any known file more likely belongs to another database.
      log.info({ folder: this.#folder, files: old.length }, 'no row names any of these files; they stay');
      return;
    }
    for (const key of old) {
      if (known.has(idOf(key))) continue;
      await this.row(key, async () => {
        await files.remove(key);
        log.info({ key }, 'removed a file that no row names');
      });
    }
  }
}

/** Periodically removes temporary files and partial uploads of killed servers. */
export function sweepTemporary(services: Pick<Services, 'files' | 'log' | 'clock' | 'clockWatch'>): Repeated {
  const { files, log, clock } = services;
  const failure = 'temporary files could not be removed; retrying';
  return new Repeated({ work: schedule.temporary_files, services, failure }, async () => {
    const left = await files.sweepUnfinished(new Date(clock().getTime() - AGE_MS));
    if (left > 0) log.info({ files: left }, 'removed temporary files of interrupted uploads');
  });
}
