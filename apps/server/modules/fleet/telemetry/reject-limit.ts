const ROWS_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/** Limits the stored rejects of one device to sixty a minute. */
export class RejectLimit {
  #counts = new Map<string, number>();
  #minute = 0;

  allows(devid: string, now_ms: number): boolean {
    const minute = Math.floor(now_ms / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(devid) ?? 0) + 1;
    this.#counts.set(devid, count);
    return count <= ROWS_PER_MINUTE;
  }
}
