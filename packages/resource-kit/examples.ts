import type { Values } from './schemas.ts';

/**
 * Inserts the next example of another resource to refer to, with these values instead of its own.
 * @returns its id
 */
export type Make = (resource: string, values?: Values) => Promise<string>;

/** Rows of a resource for its tests, beside its declaration: valid ones, and values that must be refused. */
export interface Examples {
  /** The nth of many different valid rows. */
  row: (n: number, make: Make) => Values | Promise<Values>;
  /** One change of one field to another valid value. */
  change: { field: string; to: unknown };
  /** A field, an invalid value, and the key of its error. */
  wrong: readonly [field: string, value: unknown, key: string][];
  /** Emptied fields that the rules fill again. */
  filledAgain?: readonly string[];
  /** Steps of the life cycle that its rules refuse for these rows, or that require input; tested separately. */
  guarded?: readonly string[];
  /** Lines of a receipt whose lots the rows refer to. */
  lots?: readonly Values[];
}
