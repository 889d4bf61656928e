import { z } from 'zod';

export { type CodeName, codes } from './codes.ts';

/** An invalid field of a request: its path, a key of the message catalogue, and an English text. */
export interface FieldError {
  path: string;
  key: string;
  message: string;
  /** A refusal that can be overridden with a reason. */
  overrides?: true;
  /** For a step of several rows: the row concerned. */
  of?: { id: string; title: string };
}

/** The shape of every JSON reply (interpretation B11). */
export interface Envelope<T> {
  code: number;
  message: string;
  result: boolean;
  data: T;
}

/** A page of a portal list: `total` counts all matching rows, not only those of the page. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({
    list: z.array(item),
    total: z.number().int(),
    current_page: z.number().int(),
    page_size: z.number().int(),
  });
}

export interface Page<T> {
  list: T[];
  total: number;
  current_page: number;
  page_size: number;
}

/** The largest page of the specification, that of an export of accounts. */
const MAX_ROWS = 99_999;
/** A requested number of rows. Larger values are clamped: the reply has the page size. */
export const rowCount = z.coerce
  .number()
  .int()
  .min(0)
  .transform((rows) => Math.min(rows, MAX_ROWS));

/**
 * Both paging styles of the specification (interpretation A34): `current_page` (from 1) with `page_size`, or `skip`
 * with `limit`, which take precedence.
 */
export const paging = {
  current_page: z.coerce.number().int().min(1).max(10_000_000).default(1),
  page_size: rowCount.default(10),
  skip: z.coerce.number().int().min(0).optional(),
  limit: rowCount.optional(),
};

/** Milliseconds since 1970, or seconds if it has ten digits (section 3 of the specification). */
export const epochMs = z.coerce
  .number()
  .int()
  .nonnegative()
  .transform((t) => (t >= 1e9 && t < 1e10 ? t * 1000 : t));

/** A JSON text in a query parameter, parsed and checked against `schema`; at most `maxLength` characters. */
export function jsonText<T extends z.ZodType>(schema: T, maxLength = 2000) {
  return z
    .string()
    .max(maxLength)
    .transform((text, ctx): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        ctx.addIssue({ code: 'custom', message: 'not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

/** `a,b,c` in a query parameter, as a list without empty parts. */
export const commaList = z
  .string()
  .max(20_000)
  .transform((s) =>
    s
      .split(',')
      .map((p) => p.trim())
      .filter(Boolean),
  );
