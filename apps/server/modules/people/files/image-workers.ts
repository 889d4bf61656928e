import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { FairQueue } from '../../../platform/fair-queue.ts';
import type { ImageJob, ImageReply } from './image-process.ts';

/** Limit of pictures decoded concurrently, over all accounts; each in its own process. */
const MAX_WORKERS = 2;
/** Timeout of one picture; within the limits of pixels it takes a few seconds. */
const TIMEOUT_MS = 20_000;
/** An idle process ends after this time. */
const IDLE_MS = 60_000;

/** The outcome of a picture; `late` when its process was killed. */
export type ImageOutcome = ImageReply | { refused: 'late' };

/** Processes that decode pictures, started on demand. Pictures of one account wait only for each other. */
export class ImageWorkers {
  readonly #queue = new FairQueue({ atOnce: MAX_WORKERS, atOncePerKey: 1, waitingPerKey: 10 });
  /** Idle processes, with the timers that end them. */
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout>();
  readonly #all = new Set<ChildProcess>();
  readonly #longest_ms: number;

  constructor(options: { longest_ms?: number } = {}) {
    this.#longest_ms = options.longest_ms ?? TIMEOUT_MS;
  }

  /** Process ids, for tests. */
  get pids(): number[] {
    return [...this.#all].flatMap(({ pid }) => pid ?? []);
  }

  /** @throws tooMany; the signal's reason, which also ends the work */
  clean(accountId: string, job: ImageJob, signal?: AbortSignal): Promise<ImageOutcome> {
    return this.#queue.run(accountId, () => this.#run(job, signal), signal);
  }

  async #run(job: ImageJob, signal: AbortSignal | undefined): Promise<ImageOutcome> {
    const child = this.#wake() ?? this.#start();
    const late = AbortSignal.timeout(this.#longest_ms);
    const over = signal ? AbortSignal.any([signal, late]) : late;
    try {
      const reply = await replyOf(child, job, over);
      this.#rest(child);
      return reply;
    } catch (e) {
      child.kill('SIGKILL');
      signal?.throwIfAborted();
      if (late.aborted) return { refused: 'late' };
      throw e;
    }
  }

  #start(): ChildProcess {
    const child = fork(new URL('./image-process.ts', import.meta.url), {
      // It needs neither settings nor secrets nor the flags of this process.
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#all.add(child);
    // It must not keep a stopped server alive.
    child.unref();
    child.channel?.unref();
    child.once('exit', () => {
      this.#all.delete(child);
      this.#remove(child);
    });
    // Other calls have priority; where the system does not allow it, it runs without.
    try {
      if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {}
    return child;
  }

  #wake(): ChildProcess | undefined {
    const [child] = this.#idle.keys();
    if (child) this.#remove(child);
    return child;
  }

  /** Keeps an idle process for the next picture, for a while. */
  #rest(child: ChildProcess): void {
    const timer = setTimeout(() => {
      this.#remove(child);
      child.kill();
    }, IDLE_MS);
    timer.unref();
    this.#idle.set(child, timer);
  }

  #remove(child: ChildProcess): void {
    clearTimeout(this.#idle.get(child));
    this.#idle.delete(child);
  }

  stop(): void {
    for (const child of this.#all) child.kill('SIGKILL');
  }
}

function replyOf(child: ChildProcess, job: ImageJob, over: AbortSignal): Promise<ImageReply> {
  return new Promise<ImageReply>((resolve, reject) => {
    const settle = (act: () => void) => {
      child.off('message', answered).off('exit', ended).off('error', failed);
      over.removeEventListener('abort', aborted);
      act();
    };
    const answered = (reply: unknown) => settle(() => resolve(reply as ImageReply));
    // A file that crashes the decoder is not a picture.
    const ended = () => settle(() => resolve({ refused: 'unreadable' }));
    const failed = (error: Error) => settle(() => reject(error));
    const aborted = () => settle(() => reject(over.reason));
    child.on('message', answered).on('exit', ended).on('error', failed);
    over.addEventListener('abort', aborted, { once: true });
    child.send(job, (error) => {
      if (error) failed(error);
    });
  });
}
