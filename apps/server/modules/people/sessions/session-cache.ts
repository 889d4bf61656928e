import type { Caller } from '../../../platform/ctx.ts';
import { NoticedCache } from '../../../platform/noticed-cache.ts';

/** The facts of a session that a call needs. */
export interface SessionFacts {
  caller: Caller;
  endsAt: Date;
  /** Set after a superior has set the password: other calls are refused until the person has chosen their own. */
  mustChangePassword: boolean;
}

/** The time limit covers a missed notice. */
const LIFE_MS = 5000;
const MAX_ENTRIES = 20_000;

/**
 * Caches sessions, or API tokens, for a few seconds, so that most calls need no query. Notices of the database drop
 * entries at once on every node.
 */
export class SessionCache<F extends SessionFacts = SessionFacts> {
  readonly #facts: NoticedCache<string, F | null>;

  /** @param isNotified False while notices would not arrive; then every call queries the database. */
  constructor(load: (sessionId: string) => Promise<F | null>, isNotified: () => boolean) {
    this.#facts = new NoticedCache(load, {
      max: MAX_ENTRIES,
      isNotified,
      life_ms: (_, notified) => (notified ? LIFE_MS : 0),
    });
  }

  get(sessionId: string): Promise<F | null> {
    return this.#facts.get(sessionId);
  }

  forgetSession(sessionId: string): void {
    this.#facts.forget(sessionId);
  }

  /** Also drops entries without facts: their account is unknown, and the change may have restored its API tokens. */
  forgetAccount(accountId: string): void {
    this.#facts.forgetWhere((facts) => !facts || facts.caller.accountId === accountId);
  }

  forgetAll(): void {
    this.#facts.forgetAll();
  }
}
