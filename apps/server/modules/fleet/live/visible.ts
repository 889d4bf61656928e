import type { Caller } from '../../../platform/ctx.ts';
import type { Things } from '../things/index.ts';

/** What one account sees, shared by all its streams. */
export class Visible {
  #devids: ReadonlySet<string> | 'all' = new Set();
  watchers = 0;
  caller: Caller;

  constructor(caller: Caller) {
    this.caller = caller;
  }

  has(devid: string): boolean {
    return this.#devids === 'all' || this.#devids.has(devid);
  }

  async refresh(things: Pick<Things, 'visibleDevids'>): Promise<void> {
    this.#devids = await things.visibleDevids(this.caller);
  }
}

/** The visible things of every account with an open stream, loaded once per account instead of per stream. */
export class VisibleByAccount {
  readonly #things: Pick<Things, 'visibleDevids'>;
  readonly #byAccount = new Map<string, { visible: Visible; ready: Promise<void> }>();

  constructor(things: Pick<Things, 'visibleDevids'>) {
    this.#things = things;
  }

  /** What the caller's account sees; must be released with {@link release}. */
  async acquire(caller: Caller): Promise<Visible> {
    let entry = this.#byAccount.get(caller.accountId);
    if (!entry) {
      const visible = new Visible(caller);
      entry = { visible, ready: visible.refresh(this.#things) };
      this.#byAccount.set(caller.accountId, entry);
    }
    const { visible, ready } = entry;
    visible.watchers++;
    try {
      await ready;
    } catch (e) {
      this.release(visible);
      throw e;
    }
    return visible;
  }

  release(visible: Visible): void {
    const { accountId } = visible.caller;
    if (--visible.watchers === 0 && this.#byAccount.get(accountId)?.visible === visible) {
      this.#byAccount.delete(accountId);
    }
  }

  /** Reloads every account, one after the other. */
  async refresh(): Promise<void> {
    for (const { visible } of Array.from(this.#byAccount.values())) {
      if (visible.watchers > 0) await visible.refresh(this.#things);
    }
  }
}
