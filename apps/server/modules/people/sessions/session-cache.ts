import type { Caller } from '../../../platform/ctx.ts';

/** The facts of a session that a call needs. */
export interface SessionFacts {
  caller: Caller;
  endsAt: Date;
  /** Set after a superior has set the password: other calls are refused until the person has chosen their own. */
  mustChangePassword: boolean;
}

const LIFE_MS = 5000;
const MAX_ENTRIES = 20_000;

interface Entry<F> {
  facts: F | null;
  at_ms: number;
}

/**
 * Caches sessions, or API tokens, for a few seconds, so that most calls need no query. Notices of the database drop
 * entries at once on every node; the time limit covers a missed notice.
 */
export class SessionCache<F extends SessionFacts = SessionFacts> {
  readonly #load: (sessionId: string) => Promise<F | null>;
  readonly #mayKeep: () => boolean;
  readonly #entries = new Map<string, Entry<F>>();
  readonly #loading = new Map<string, Promise<F | null>>();
  /** Counts invalidations: an answer that was pending during one may be stale, and is not cached. */
  #generation = 0;

  /** @param mayKeep False while notices would not arrive; then every call queries the database. */
  constructor(load: (sessionId: string) => Promise<F | null>, mayKeep: () => boolean) {
    this.#load = load;
    this.#mayKeep = mayKeep;
  }

  async get(sessionId: string): Promise<F | null> {
    const entry = this.#entries.get(sessionId);
    if (entry && this.#mayKeep() && performance.now() - entry.at_ms < LIFE_MS) return entry.facts;
    const loading = this.#loading.get(sessionId);
    if (loading) return loading;
    const started = this.#fetch(sessionId).finally(() => {
      if (this.#loading.get(sessionId) === started) this.#loading.delete(sessionId);
    });
    this.#loading.set(sessionId, started);
    return started;
  }

  async #fetch(sessionId: string): Promise<F | null> {
    const generation = this.#generation;
    const facts = await this.#load(sessionId);
    if (generation === this.#generation && this.#mayKeep()) {
      this.#entries.delete(sessionId);
      this.#entries.set(sessionId, { facts, at_ms: performance.now() });
      if (this.#entries.size > MAX_ENTRIES) {
        const oldest = this.#entries.keys().next().value;
        if (oldest !== undefined) this.#entries.delete(oldest);
      }
    }
    return facts;
  }

  forgetSession(sessionId: string): void {
    this.#outdate();
    this.#entries.delete(sessionId);
  }

  /** Also drops entries without facts: their account is unknown, and the change may have restored its API tokens. */
  forgetAccount(accountId: string): void {
    this.#outdate();
    for (const [id, { facts }] of this.#entries)
      if (!facts || facts.caller.accountId === accountId) this.#entries.delete(id);
  }

  forgetAll(): void {
    this.#outdate();
    this.#entries.clear();
  }

  /** Pending queries may return stale data: no further call may share them, and they are not cached. */
  #outdate(): void {
    this.#generation += 1;
    this.#loading.clear();
  }
}
