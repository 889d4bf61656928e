import type { Line } from './queries.ts';

/** The editable lines of a document whose page is shown. */
export interface OpenLines {
  /** As shown. */
  lines: readonly Line[];
  /** Waits until all changes are saved. @throws the error of those that cannot be */
  settle: () => Promise<void>;
  /** Marks the lines with their problems. */
  check: () => void;
}

/** By document. */
export const openLines = new Map<string, OpenLines>();
