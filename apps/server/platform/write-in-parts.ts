/** A range of items to write, from `from` (included) to `to` (excluded). */
export interface Part {
  from: number;
  to: number;
}

export interface Writer {
  /** Writes a range, all of it or nothing. */
  write(part: Part): Promise<void>;
  /** Whether a store refuses this content, so that a retry is useless. */
  isRefused(error: unknown): boolean;
  /** Handles an item that was refused alone. Retried while the store is unreachable; a second refusal is final. */
  quarantine(index: number, error: unknown): Promise<void>;
  /** A write failed for another reason. Resolves when it is time to retry; rejects to give up. */
  pause(error: unknown): Promise<void>;
}

/**
 * Writes `count` items at once. When the store refuses one of them, halves are written until it is isolated, and all
 * others are written: one device's data never blocks that of others. With one bad item among n this takes about 2
 * log2(n) writes.
 * @throws the rejection of `pause`
 */
export async function writeInParts(count: number, writer: Writer): Promise<void> {
  const open: Part[] = count > 0 ? [{ from: 0, to: count }] : [];
  for (let part = open.pop(); part; part = open.pop()) {
    const { from, to } = part;
    try {
      await writer.write(part);
    } catch (error) {
      if (!writer.isRefused(error)) {
        await writer.pause(error);
        open.push(part);
      } else if (to - from > 1) {
        const middle = (from + to) >>> 1;
        open.push({ from: middle, to }, { from, to: middle });
      } else {
        await quarantined(writer, from, error);
      }
    }
  }
}

async function quarantined(writer: Writer, index: number, error: unknown): Promise<void> {
  for (;;) {
    try {
      return await writer.quarantine(index, error);
    } catch (failure) {
      if (writer.isRefused(failure)) return;
      await writer.pause(failure);
    }
  }
}
