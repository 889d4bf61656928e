import type { Logger } from 'pino';
import { pauseReading, refreshKeepalive, resumeReading } from './broker-client.ts';
import type { Link } from './broker-link.ts';

/** Pending bytes of one device above which it is not read; its socket buffers the rest. */
const MAX_DEVICE_PENDING_BYTES = 512 * 1024;

/**
 * Pauses reading from devices that send faster than the store commits: one device with too many pending bytes, a
 * device with delayed messages, and all devices while the broker as a whole has too many.
 */
export class Backpressure {
  readonly #log: Logger;
  readonly #maxPendingBytes: number;
  readonly #live = new Set<Link>();
  #pendingBytes = 0;
  #overloaded = false;

  constructor(log: Logger, maxPendingBytes: number) {
    this.#log = log;
    this.#maxPendingBytes = maxPendingBytes;
  }

  get stats() {
    return {
      connections: this.#live.size,
      pendingBytes: this.#pendingBytes,
      readingPaused: this.#overloaded,
    };
  }

  open(link: Link): void {
    this.#live.add(link);
  }

  close(link: Link): void {
    this.#live.delete(link);
  }

  /** A device that connects during an overload is not read either. */
  pauseIfOverloaded(link: Link): void {
    if (this.#overloaded) pause(link);
  }

  addPending(link: Link, bytes: number): void {
    link.pendingBytes += bytes;
    this.#pendingBytes += bytes;
    if (link.pendingBytes > MAX_DEVICE_PENDING_BYTES) pause(link);
    if (this.#overloaded || this.#pendingBytes <= this.#maxPendingBytes) return;
    this.#overloaded = true;
    this.#log.warn(
      { pendingBytes: this.#pendingBytes },
      'the store is slower than the devices: reading pauses',
    );
    for (const each of this.#live) pause(each);
  }

  release(link: Link, bytes: number): void {
    link.pendingBytes -= bytes;
    this.#pendingBytes -= bytes;
    if (this.#overloaded && this.#pendingBytes < this.#maxPendingBytes / 2) {
      this.#overloaded = false;
      this.#log.info('reading resumes');
      for (const each of this.#live) this.#resumeIfFree(each);
    } else {
      this.#resumeIfFree(link);
    }
  }

  /** Runs `deliver` after a delay; the device is not read meanwhile. */
  delay(link: Link, delay_ms: number, deliver: () => void): void {
    link.delayed++;
    pause(link);
    setTimeout(() => {
      link.delayed--;
      deliver();
      this.#resumeIfFree(link);
    }, delay_ms);
  }

  /** Prevents keep-alive timeouts of devices that are not read, or whose messages are not yet acknowledged. */
  refreshKeepalives(): void {
    for (const link of this.#live) {
      if (link.paused || link.pendingBytes > 0) refreshKeepalive(link.client);
    }
  }

  #resumeIfFree(link: Link): void {
    if (!link.paused || this.#overloaded || link.delayed > 0) return;
    if (link.pendingBytes > MAX_DEVICE_PENDING_BYTES / 2) return;
    link.paused = false;
    if (this.#live.has(link)) resumeReading(link.client);
  }
}

function pause(link: Link): void {
  link.paused = true;
  pauseReading(link.client);
}
