import { create } from 'zustand';

/**
 * Whether the server is unreachable although the browser is online: a wireless network without internet, a restarting
 * server. The browser detects only its own link.
 */
export const useReach = create<{ lost: boolean }>(() => ({ lost: false }));

/** A call that takes longer may be running or lost: a probe decides, ms. */
const LONG_MS = 8000;
/** Time-out of the probe, ms. */
const ANSWER_MS = 5000;
let probing = false;

/** Runs a request. Any response shows that the server is reachable; a failure, or a long wait, starts a probe. */
export async function trackReach(request: () => Promise<Response>): Promise<Response> {
  const long = setTimeout(startProbe, LONG_MS);
  try {
    const response = await request();
    useReach.setState({ lost: false });
    return response;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) startProbe();
    throw error;
  } finally {
    clearTimeout(long);
  }
}

/** Probes the server until the probe or any call is answered. */
export function startProbe(): void {
  if (probing) return;
  probing = true;
  void probe().finally(() => {
    probing = false;
  });
}

async function probe(): Promise<void> {
  for (let wait_ms = 1000; ; wait_ms = Math.min(2 * wait_ms, 5000)) {
    if (await responds()) {
      useReach.setState({ lost: false });
      return;
    }
    useReach.setState({ lost: true });
    await new Promise((done) => setTimeout(done, wait_ms));
    if (!useReach.getState().lost) return;
  }
}

/** Whether the server responds at all. */
async function responds(): Promise<boolean> {
  try {
    await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) });
    return true;
  } catch {
    return false;
  }
}
