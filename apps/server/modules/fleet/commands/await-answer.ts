import type { LiveEvents } from '@voltloop/contract';
import { AppError } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { endCommand } from './end-command.ts';
import { isPending } from './rules.ts';
import { type CommandRow, commandById } from './store.ts';

/** A waiting call reads the row again at least this often, in case the notice of its answer was lost. */
const RECHECK_MS = 2000;

/** Calls that wait for the answer to a command, whichever node it arrives at. */
export class Answers {
  readonly #services: Services;
  readonly #wakers = new Map<string, Set<() => void>>();
  #stopped = false;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Handles notices about a command: callers waiting for it read the row again. */
  onNotice(notice: Pick<LiveEvents['command'], 'id'>): void {
    for (const wake of this.#wakers.get(notice.id) ?? []) wake();
  }

  /**
   * Waits until a command is settled, or expires it after `timeout_ms`.
   * @returns its final row; null when `signal` aborted the wait.
   * @throws unavailable when the server stops meanwhile
   */
  async wait(id: string, timeout_ms: number, signal?: AbortSignal): Promise<CommandRow | null> {
    const deadline_ms = performance.now() + timeout_ms;
    const bell = new Bell();
    const wake = () => bell.ring();
    this.#add(id, wake);
    signal?.addEventListener('abort', wake, { once: true });
    try {
      for (;;) {
        if (this.#stopped) throw new AppError('unavailable');
        if (signal?.aborted) return null;
        const command = await commandById(this.#services.db, id);
        if (!command || !isPending(command.state)) return command ?? null;
        const left_ms = deadline_ms - performance.now();
        if (left_ms <= 0) return await this.#expire(command);
        await bell.rung(Math.min(left_ms, RECHECK_MS));
      }
    } finally {
      signal?.removeEventListener('abort', wake);
      this.#remove(id, wake);
    }
  }

  /** The command expires with the wait, even if the stored clock lags a little. */
  async #expire(command: CommandRow): Promise<CommandRow | null> {
    await endCommand(this.#services, command.id, command.expires_at);
    return (await commandById(this.#services.db, command.id)) ?? null;
  }

  #add(id: string, wake: () => void): void {
    const wakers = this.#wakers.get(id) ?? new Set();
    this.#wakers.set(id, wakers.add(wake));
  }

  #remove(id: string, wake: () => void): void {
    const wakers = this.#wakers.get(id);
    wakers?.delete(wake);
    if (wakers?.size === 0) this.#wakers.delete(id);
  }

  /** Ends every wait; the commands continue. */
  stop(): void {
    this.#stopped = true;
    for (const wakers of this.#wakers.values()) for (const wake of wakers) wake();
  }
}

/** Latches a signal until it is awaited, so that none between two checks is missed. */
class Bell {
  #rang = false;
  #listener: (() => void) | null = null;

  ring(): void {
    this.#rang = true;
    this.#listener?.();
  }

  /** Resolves at the next signal, or after `timeout_ms`. */
  async rung(timeout_ms: number): Promise<void> {
    if (!this.#rang) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeout_ms);
        this.#listener = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#listener = null;
    this.#rang = false;
  }
}
