import { Rounds } from './rounds.ts';
import type { Services } from './services.ts';
import { isUuid } from './uuid.ts';

const EVERY_MS = 3_600_000;
/** From the first byte of a file to its row in the database it never takes as long. */
const AGE_MS = 3_600_000;

/**
 * Removes files that no row of the database names. The bytes of an upload are stored before its row; a server that is
 * killed between the two leaves them behind, or a part of them. Several nodes may do it at once.
 */
export class OrphanSweep extends Rounds {
  readonly #services: Pick<Services, 'files' | 'log' | 'clock'>;
  readonly #folder: string;
  readonly #known: (ids: readonly string[]) => Promise<ReadonlySet<string>>;

  /**
   * @param folder Files in it have the id of their row as name.
   * @param known Which of these ids have a row.
   */
  constructor(
    services: Pick<Services, 'files' | 'log' | 'clock'>,
    folder: string,
    known: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
  ) {
    super({
      span: 'files.orphans',
      every_ms: EVERY_MS,
      log: services.log,
      failure: 'files without a row could not be removed; trying again',
    });
    this.#services = services;
    this.#folder = folder;
    this.#known = known;
  }

  override start(): void {
    void this.run();
    super.start();
  }

  protected override async round(): Promise<void> {
    const { files, log, clock } = this.#services;
    const before = new Date(clock().getTime() - AGE_MS);
    const old = await files.olderThan(this.#folder, before);
    const idOf = (key: string) => key.slice(this.#folder.length + 1);
    const known = await this.#known(old.map(idOf).filter(isUuid));
    if (old.length > 0 && known.size === 0) {
      // A folder of which the database knows nothing is more likely another database's than full of leftovers.
      log.info({ folder: this.#folder, files: old.length }, 'no row names any of these files; they stay');
      return;
    }
    for (const key of old) {
      if (known.has(idOf(key))) continue;
      await files.remove(key);
      log.info({ key }, 'removed a file that no row names');
    }
  }
}

/** Removes temporary files and halves of uploads that a killed server left behind, now and then; the timer. */
export function sweepTemporary({
  files,
  log,
  clock,
}: Pick<Services, 'files' | 'log' | 'clock'>): NodeJS.Timeout {
  const sweep = async () => {
    try {
      const left = await files.sweepUnfinished(new Date(clock().getTime() - AGE_MS));
      if (left > 0) log.info({ files: left }, 'removed temporary files of interrupted uploads');
    } catch (err) {
      log.warn({ err }, 'temporary files could not be removed; trying again');
    }
  };
  void sweep();
  return setInterval(() => void sweep(), EVERY_MS).unref();
}
