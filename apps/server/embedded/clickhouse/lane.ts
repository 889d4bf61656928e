import type { Session } from './session.ts';

/** A bounded pool of sessions, opened on demand, each used by one request at a time in order of arrival. */
export class Lane {
  #open: () => Session;
  #max: number;
  #all: Session[] = [];
  #free: Session[] = [];
  #waiting: ((session: Session) => void)[] = [];

  constructor(max: number, open: () => Session) {
    this.#max = max;
    this.#open = open;
  }

  /** Runs `work` with exclusive use of a session. */
  async with<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.#acquire();
    try {
      return await work(session);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(session);
      else this.#free.push(session);
    }
  }

  #acquire(): Promise<Session> | Session {
    const free = this.#free.pop();
    if (free) return free;
    if (this.#all.length < this.#max) {
      const session = this.#open();
      this.#all.push(session);
      return session;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Closes every session; nothing may be running any more. */
  close(): void {
    for (const session of this.#all) session.close();
    this.#all = [];
    this.#free = [];
  }
}
