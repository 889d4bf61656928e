import { LRUCache } from 'lru-cache';
import { countedAddress } from '../../../platform/counted-address.ts';
import { AppError } from '../../../platform/errors.ts';
import { FairQueue } from '../../../platform/fair-queue.ts';
import { RUN_MS } from './login-limit.ts';

/** Guesses of one network at one name in a quarter of an hour that the guesses of others do not delay. */
const QUICK_TRIES = 3;
/** The pause before the second and third of them while a name is under attack. */
export const QUICK_PAUSE_MS = 100;
/** First tries at one name that are checked at once. */
const FIRST_AT_ONCE = 2;
/** Networks waiting for one name, and attempts of one network. */
const MAX_NETWORKS = 200;
const MAX_WAITING = 5;
/** Remembered pairs of name and network; the oldest are dropped. */
const MAX_PAIRS = 100_000;

/** The first try of a network at a name, the next two, and all further ones. */
export type Rank = 'first' | 'quick' | 'slow';

/** Attempts of one rank at one name. */
interface Line {
  queue: FairQueue;
  networks: Map<string, number>;
}

/**
 * The order of sign-ins at one name from addresses that its account has not signed in from. Networks take turns, and
 * their first tries have lines of their own: the owner at a new address does not wait behind strangers that have
 * guessed before. A waiter that leaves gives up its place.
 */
export class StrangerQueue {
  readonly #lines = new Map<string, Line>();
  readonly #tries = new LRUCache<string, number>({ max: MAX_PAIRS, ttl: RUN_MS });

  /** Counts a try of a network. */
  rankOf(name: string, ip: string): Rank {
    const pair = `${name} ${countedAddress(ip, 3)}`;
    const tries = (this.#tries.get(pair) ?? 0) + 1;
    this.#tries.set(pair, tries);
    if (tries > QUICK_TRIES) return 'slow';
    return tries === 1 ? 'first' : 'quick';
  }

  /** @throws tooMany when too many wait; the reason of the signal */
  async run<T>(
    name: string,
    { ip, rank, signal }: { ip: string; rank: Rank; signal?: AbortSignal | undefined },
    work: () => Promise<T>,
  ): Promise<T> {
    const key = `${rank} ${name}`;
    const network = countedAddress(ip, 3);
    const line = this.#lines.get(key) ?? newLine(rank);
    const ofNetwork = line.networks.get(network) ?? 0;
    if (ofNetwork === 0 && line.networks.size >= MAX_NETWORKS) throw tooMany();
    this.#lines.set(key, line);
    line.networks.set(network, ofNetwork + 1);
    try {
      return await line.queue.run(network, work, signal);
    } finally {
      const left = (line.networks.get(network) ?? 1) - 1;
      if (left > 0) line.networks.set(network, left);
      else line.networks.delete(network);
      if (line.networks.size === 0) this.#lines.delete(key);
    }
  }
}

const tooMany = () => new AppError('tooMany', { retryAfter_s: 5 });

const newLine = (rank: Rank): Line => ({
  queue: new FairQueue({
    atOnce: rank === 'first' ? FIRST_AT_ONCE : 1,
    atOncePerKey: 1,
    waitingPerKey: MAX_WAITING,
    refusal: tooMany,
  }),
  networks: new Map(),
});
