import { z } from 'zod';

/**
 * Reply codes (decisions B12). Every reply, good or bad, is one {@link Envelope}; the HTTP status says the
 * class, the code says exactly what.
 */
export const codes = {
  ok: { code: 0, status: 200, message: 'ok' },
  validation: { code: 4000001, status: 400, message: 'Bad Request' },
  unauthorized: { code: 4010001, status: 401, message: 'Unauthorized' },
  loginFailed: { code: 4010002, status: 401, message: 'UC :password error' },
  secondFactor: { code: 4010003, status: 401, message: 'A code of the authenticator is needed' },
  secondFactorFailed: { code: 4010004, status: 401, message: 'The code is wrong or was used before' },
  sessionEnded: { code: 4010005, status: 401, message: 'This session was ended from another device' },
  passwordChanged: { code: 4010006, status: 401, message: 'The password was changed on another device' },
  loginCode: { code: 4010007, status: 401, message: 'This sign-in code is not valid any more' },
  forbidden: { code: 4030001, status: 403, message: '当前用户没有权限' },
  mustChangePassword: { code: 4030002, status: 403, message: 'Choose a new password first' },
  notFound: { code: 4040001, status: 404, message: 'Not Found' },
  conflict: { code: 4090001, status: 409, message: 'Conflict' },
  transition: { code: 4090002, status: 409, message: 'This step is not allowed in the present state' },
  tooLarge: { code: 4130001, status: 413, message: 'Too large' },
  wrongType: { code: 4150001, status: 415, message: 'Wrong type' },
  tooMany: { code: 4290001, status: 429, message: 'Too many attempts' },
  busy: { code: 5000001, status: 500, message: 'server busy' },
  unavailable: { code: 5030001, status: 503, message: 'The store is not reachable, try again shortly' },
  noAnswer: { code: 5040001, status: 504, message: 'The device did not answer' },
} as const;

export type CodeName = keyof typeof codes;

/** One wrong field of a request: where it is, a key of the message catalogue, and an English text. */
export interface FieldError {
  path: string;
  key: string;
  message: string;
}

/** The one shape of every JSON reply (decisions B11). */
export interface Envelope<T> {
  code: number;
  message: string;
  result: boolean;
  data: T;
}

/** A page of a portal list: `total` counts all rows that match, not only those of the page. */
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

const intFromQuery = (fallback: number, max: number) =>
  z.coerce.number().int().min(0).max(max).default(fallback);

/**
 * Both paging styles of the specification (decisions A34): `current_page` (from 1) with `page_size`, or
 * `skip` with `limit`, which win when present.
 */
export const paging = {
  current_page: intFromQuery(1, 10_000_000).pipe(z.number().min(1)),
  page_size: intFromQuery(10, 99_999),
  skip: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(0).max(99_999).optional(),
};

/** Milliseconds since 1970, or seconds when it has ten digits (specification section 3). */
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
