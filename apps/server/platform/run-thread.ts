import { Worker } from 'node:worker_threads';

export interface ThreadLimits {
  time_ms: number;
  /** Limit of the JavaScript heap; a thread that needs more is terminated, and the server continues. */
  memory_MB: number;
}

/** Why a thread was terminated before it answered. */
export type ThreadEnd = 'tooBig' | 'tooSlow';

export class ThreadEnded extends Error {
  readonly reason: ThreadEnd;

  constructor(reason: ThreadEnd, cause: unknown) {
    super(`the thread was ended: ${reason}`, { cause });
    this.name = 'ThreadEnded';
    this.reason = reason;
  }
}

/**
 * Runs a file in a thread with `workerData`, and returns its first message. The thread has ended when this resolves:
 * it is terminated when it exceeds its limits, or when `signal` aborts.
 * @throws ThreadEnded when it exceeded its limits
 */
export async function runThread<Reply>(
  file: URL,
  workerData: unknown,
  { time_ms, memory_MB }: ThreadLimits,
  given: AbortSignal,
): Promise<Reply> {
  given.throwIfAborted();
  const thread = new Worker(file, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: memory_MB },
    // Flags of the process (an inspector, a script given by -e) must not apply to the thread.
    execArgv: [],
  });
  const signal = AbortSignal.any([given, AbortSignal.timeout(time_ms)]);
  try {
    return await new Promise<Reply>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.once('exit', (code) => reject(new Error(`the thread ended with ${code}`)));
    });
  } catch (e) {
    const { name, code } = e as { name?: string; code?: string };
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') throw new ThreadEnded('tooBig', e);
    if (name === 'TimeoutError') throw new ThreadEnded('tooSlow', e);
    throw e;
  } finally {
    await thread.terminate();
  }
}
