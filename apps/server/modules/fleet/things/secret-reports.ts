import type { Attempts } from './secret-guard.ts';

/** Attempts with a wrong secret at one device, from any address, that cause a report. */
export const REPORTED_ATTEMPTS = 10;
const NEXT_REPORT_MS = 5000;

export interface SecretReport extends Attempts {
  devid: string;
  /** The address of the newest attempt. */
  address: string;
  /** The first report of this run of attempts. */
  first: boolean;
}

interface Open {
  newest: Omit<SecretReport, 'first'>;
  reported: number;
  timer: NodeJS.Timeout;
}

/** Reports wrong secrets of a device at the tenth attempt, then further attempts, at most every few seconds. */
export class SecretReports {
  readonly #report: (report: SecretReport) => Promise<void>;
  readonly #open = new Map<string, Open>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(report: (report: SecretReport) => Promise<void>) {
    this.#report = report;
  }

  note(newest: Omit<SecretReport, 'first'>): void {
    if (newest.attempts < REPORTED_ATTEMPTS) return;
    const open = this.#open.get(newest.devid);
    if (open && open.newest.first_ms === newest.first_ms) {
      open.newest = newest;
      return;
    }
    // A new run; the previous one is already reported, or older than its window.
    clearTimeout(open?.timer);
    this.#send(newest, newest.attempts === REPORTED_ATTEMPTS);
  }

  /** Flushes pending reports, and waits for all of them. */
  async stop(): Promise<void> {
    for (const open of this.#open.values()) {
      clearTimeout(open.timer);
      if (open.newest.attempts > open.reported) this.#start({ ...open.newest, first: false });
    }
    this.#open.clear();
    await Promise.all(this.#underWay);
  }

  #send(newest: Open['newest'], first: boolean): void {
    this.#start({ ...newest, first });
    const timer = setTimeout(() => this.#again(newest.devid), NEXT_REPORT_MS);
    timer.unref();
    this.#open.set(newest.devid, { newest, reported: newest.attempts, timer });
  }

  #again(devid: string): void {
    const open = this.#open.get(devid);
    this.#open.delete(devid);
    if (open && open.newest.attempts > open.reported) this.#send(open.newest, false);
  }

  #start(report: SecretReport): void {
    const run = this.#report(report).finally(() => this.#underWay.delete(run));
    this.#underWay.add(run);
  }
}
