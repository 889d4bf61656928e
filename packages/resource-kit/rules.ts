import type { Values } from './schemas.ts';

/** A row as it is stored, by field name. */
export type StoredRow = Values & { id: string; version: number };

/** The context of a rule, inside the transaction of the verb. Any SQL must be limited to `tenantId`. */
export interface Facts {
  tenantId: string;
  accountId: string;
  now: Date;
  query<T>(sql: string, values?: readonly unknown[]): Promise<T[]>;
}

/** A problem with a field: the key of a text in the catalogue, and the text in English. */
export interface Problem {
  field: string;
  key: string;
  message: string;
}

/** Makes the problems of one group of texts in the catalogue of rules. */
export const problemOf =
  (group: string) =>
  (field: string, key: string, message: string): Problem => ({ field, key: `rule.${group}.${key}`, message });

/** A row that is about to be written: its values, and the stored row (null for a new one). */
export interface Draft {
  values: Values;
  before: StoredRow | null;
}

/** Another row of the resource that an effect has changed. */
export interface SideEffect {
  id: string;
  /** Id of the row whose step has changed it. */
  by: string;
  /** Old and new value by field. */
  changes: Record<string, { from: unknown; to: unknown }>;
}

/**
 * Server-side logic of a resource beyond its declaration. Functions take many rows at once, so that an import of ten
 * thousand needs one query instead of ten thousand.
 */
export interface Rules {
  /**
   * Values calculated from others (a maker from a code, an amount from quantity and price), merged over the draft;
   * undefined empties a field. It receives well-formed values, and its result is checked against the form of the
   * fields too. Only `derive` and `written` can set server fields. Pure.
   */
  derive?(draft: Draft, now: Date): Values;
  /**
   * The problems of each row, in order; an empty list for a valid row. Reported as field errors (400). Large imports
   * call it for a thousand rows at a time with the same `facts`, which rules that compare rows with each other can
   * use as a key.
   */
  check?(facts: Facts, drafts: readonly Draft[]): Promise<Problem[][]>;
  /** Further changes in the same transaction; after the rows are written, before their audit rows. */
  written?(facts: Facts, rows: readonly { before: StoredRow | null; after: StoredRow }[]): Promise<void>;
  /** The reason why a row may not be deleted, or null. Reported as conflict (409) at `ids.0.field`. */
  mayDelete?(facts: Facts, row: StoredRow): Promise<Problem | null>;
  /** The reason why a deletion cannot be undone, or null; for instance a unique value in use. Reported likewise. */
  mayRestore?(facts: Facts, row: StoredRow): Promise<Problem | null>;
  /**
   * By step of the life cycle: per row the reason why it may not take it, or null (reported as conflict at
   * `ids.0.field`), and further changes in the same transaction. `may` receives the rows before the step, with the
   * step's input; `effect` the rows after it. Changes by effects appear in the history of the row, and of other returned rows of the
   * resource in theirs.
   */
  steps?: Readonly<
    Record<
      string,
      {
        /** Values calculated from the step's input and written with it; receives a row as `may` does. Pure. */
        derive?(row: StoredRow): Values;
        may?(facts: Facts, rows: readonly StoredRow[]): Promise<readonly (Problem | null)[]>;
        effect?(facts: Facts, rows: readonly StoredRow[]): Promise<void> | Promise<readonly SideEffect[]>;
      }
    >
  >;
}
