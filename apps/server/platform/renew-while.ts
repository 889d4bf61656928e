export interface Renewal {
  /** Makes the lease last for `lease_ms` from now on. @returns false if another node has it */
  renew: () => Promise<boolean>;
  lease_ms: number;
  every_ms: number;
  clock: () => Date;
  /** A renewal failed; the next one may succeed while the lease lasts. */
  onFailure: (err: unknown) => void;
}

/**
 * Works under a lease that was just acquired, and renews it meanwhile. The signal of the work is aborted when another
 * node has the lease, or when the lease has expired because no renewal succeeded.
 */
export async function renewWhile<T>(
  { renew, lease_ms, every_ms, clock, onFailure }: Renewal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  let until_ms = clock().getTime() + lease_ms;
  let isRenewing = false;
  const tick = async () => {
    const now_ms = clock().getTime();
    if (now_ms >= until_ms) lost.abort(new Error('The lease has expired'));
    if (lost.signal.aborted || isRenewing) return;
    isRenewing = true;
    try {
      if (await renew()) until_ms = now_ms + lease_ms;
      else lost.abort(new Error('The lease is lost'));
    } catch (err) {
      onFailure(err);
    } finally {
      isRenewing = false;
    }
  };
  const timer = setInterval(() => void tick(), every_ms).unref();
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
  }
}
