import type { ColumnType } from 'kysely';

/** What pg returns for columns of PostgreSQL and accepts for them. Used by the generated schema.ts. */

/** timestamptz */
export type Time = ColumnType<Date, Date | string, Date | string>;
/** bigint: a string, because it can exceed the integers that number holds exactly. */
export type Int8 = ColumnType<string, number | string, number | string>;
/** numeric: a string, to keep all its digits. */
export type Numeric = ColumnType<string, number | string, number | string>;
/** jsonb: parsed when read, written as text. */
export type Json<T> = ColumnType<T, string, string>;

/** A column that an insert may leave out, because the database sets it. */
export type Defaulted<T> =
  T extends ColumnType<infer Read, infer Insert, infer Update>
    ? ColumnType<Read, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>;

/** A column that only the database sets. */
export type ReadOnly<T> = ColumnType<Selected<T>, never, never>;

type Selected<T> = T extends ColumnType<infer Read, unknown, unknown> ? Read : T;

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
