import type { Values } from './schemas.ts';

/** A row as it is stored, by field name. */
export type StoredRow = Values & { id: string; version: number };

/** What a rule may ask the database, inside the transaction of the verb. Any SQL must be limited to `tenantId`. */
export interface Facts {
  tenantId: string;
  accountId: string;
  now: Date;
  query<T>(sql: string, values?: readonly unknown[]): Promise<T[]>;
}

/** What is wrong with a field: the key of a text in the catalogue, and the same in English. */
export interface Problem {
  field: string;
  key: string;
  message: string;
}

/** A row that is about to be written: its values, and what was stored before (null when it is new). */
export interface Draft {
  values: Values;
  before: StoredRow | null;
}

/** Another row of the entity that an effect has changed. */
export interface SideEffect {
  id: string;
  /** Old and new value by field. */
  changes: Record<string, { from: unknown; to: unknown }>;
}

/**
 * What an entity decides beyond its declaration; only on the server. Everything takes many rows at once, so that an
 * import of ten thousand asks the database once and not ten thousand times.
 */
export interface Rules {
  /**
   * Values that follow from others (a maker from a code, an amount from quantity and price), laid over the draft; a name
   * with undefined empties its field. Asked with values that have the right form; what it gives is held to the form of its
   * field too. Only here, or by `written`, are fields set that the declaration keeps for the server. Pure.
   */
  derive?(draft: Draft, now: Date): Values;
  /**
   * What is wrong with each row, in their order; an empty list when nothing is. Reported as field errors (400). Of very many
   * rows it is called a thousand at a time, with the same `facts`: rules that compare rows with each other remember by it
   * what they have seen.
   */
  check?(facts: Facts, drafts: readonly Draft[]): Promise<Problem[][]>;
  /** What else changes with the rows, in the same transaction; after they are written, before their audit rows. */
  written?(facts: Facts, rows: readonly { before: StoredRow | null; after: StoredRow }[]): Promise<void>;
  /** Why a row may not be deleted, or null. Reported as conflict (409) at `ids.0.field`. */
  mayDelete?(facts: Facts, row: StoredRow): Promise<Problem | null>;
  /** Why the deletion of a row may not be taken back, or null: its unique values may be taken by now. Reported likewise. */
  mayRestore?(facts: Facts, row: StoredRow): Promise<Problem | null>;
  /**
   * By step of the life cycle: why a row may not take it, or null (reported as conflict at `ids.0.field`); and what else it
   * changes, in the same transaction. `may` sees the row as it was, with what is given with the step; `effect` as it is after the step; what effects change
   * of the row itself is in its history too, and so are other rows of the entity that it gives back, each in its own.
   */
  steps?: Readonly<
    Record<
      string,
      {
        /** What follows from what is given with it, and is written with it; of the row as `may` sees it. Pure. */
        derive?(row: StoredRow): Values;
        may?(facts: Facts, row: StoredRow): Promise<Problem | null>;
        effect?(facts: Facts, row: StoredRow): Promise<void> | Promise<readonly SideEffect[]>;
      }
    >
  >;
}
