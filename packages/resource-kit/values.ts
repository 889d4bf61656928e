import { epochMs } from '@voltloop/contract/envelope.ts';
import { normalise } from '@voltloop/domain/battery-code/normalise.ts';
import {
  checked,
  date as isDate,
  keyWith,
  noScript,
  readDay,
  readPhone,
  readPlate,
  visible,
} from '@voltloop/domain/checks/index.ts';
import { normalizeDecimal, readDecimal, unreadable } from '@voltloop/domain/checks/read-decimal.ts';
import { optionValue } from '@voltloop/domain/options/index.ts';
import Big from 'big.js';
import { z } from 'zod';
import { counts } from './counts.ts';
import type { DecimalField, Field, LineField, LinesField, TextField } from './fields.ts';

/**
 * The form of an incoming value, from a form, a call or a cell of a spreadsheet; required or not is checked
 * separately.
 */
export function inputOf(field: Field): z.ZodType {
  const value = bare(field);
  return field.checks?.length ? checked(value as z.ZodType<string | number>, ...field.checks) : value;
}

function bare(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
      return hasNotation(field)
        ? z
            .string()
            .transform((text) => inNotation(field, text))
            .pipe(z.string().max(field.max))
        : checked(z.string().trim().max(field.max), noScript, visible);
    case 'decimal':
      return decimalText(field);
    case 'integer':
      return z.preprocess(
        (value, ctx) => {
          const read = typeof value === 'string' ? readDecimal(value) : null;
          if (read === null) return value;
          if ('text' in read) return Number(read.text);
          const problem = unreadable(value);
          if (!problem) return value;
          ctx.addIssue({ code: 'custom', message: problem });
          return z.NEVER;
        },
        z
          .number({ error: (issue) => (issue.code === 'invalid_type' ? 'check.integer' : undefined) })
          .int('check.integer')
          .min(field.min ?? 0)
          .max(field.max),
      );
    case 'date':
      return dayText;
    case 'time':
      return epochMs;
    case 'option':
      return optionValue(field.list);
    case 'reference':
      return z.uuid();
    case 'region':
      return z.string().regex(/^\d{6}$/, 'check.region');
    case 'files':
      return z.array(z.string().max(200)).max(field.most);
    case 'lines':
      return z.array(lineOf(field)).max(field.most);
  }
}

/** A day in any notation that people use; where day and month could be either, both are named. */
const dayText = z
  .string()
  .transform((text, ctx) => {
    const read = readDay(text);
    if (read === null) return text.trim();
    if ('day' in read) return read.day;
    const [first, second] = read.either;
    ctx.addIssue({ code: 'custom', message: keyWith('check.dateEither', { first, second }) });
    return z.NEVER;
  })
  .pipe(checked(z.string(), isDate));

/** Whether a text is stored in one notation: codes, numbers of plates and phones. */
export const hasNotation = ({ as, code }: TextField) =>
  code === true || as === 'batteryCode' || as === 'phone' || as === 'plate';

/** A text in the one notation in which its field is checked, stored and compared. */
export function inNotation({ as, code }: TextField, text: string): string {
  if (as === 'phone') return readPhone(text, 'china') ?? text.trim();
  if (as === 'plate') return readPlate(text);
  if (as === 'batteryCode') return normalise(text);
  return code ? text.normalize('NFKC').replace(/\s+/g, '').toUpperCase() : text.trim();
}

/** One row within a row; empty values are dropped. */
function lineOf(field: LinesField) {
  const inner = Object.entries(field.of);
  const loose = (each: LineField) =>
    z.preprocess((given) => (isNothing(given) ? undefined : given), inputOf(each).optional());
  return z
    .object(Object.fromEntries(inner.map(([name, each]) => [name, loose(each)])))
    .superRefine((line, ctx) => {
      for (const [name, each] of inner)
        if (each.required && counts(each, line) && isNothing(line[name]))
          ctx.addIssue({ code: 'custom', path: [name], message: 'resource.required' });
    })
    .transform((line) =>
      Object.fromEntries(
        Object.entries(line).filter(
          ([name, value]) => !isNothing(value) && counts(field.of[name] as LineField, line),
        ),
      ),
    );
}

const isNothing = (value: unknown) => value === undefined || value === null || value === '';

/** An exact decimal as its shortest text: `'012.50'` becomes `'12.5'`. */
function decimalText({ scale, min = 0, max }: DecimalField) {
  const pattern = new RegExp(`^-?\\d{1,15}(\\.\\d{1,${Math.max(scale, 1)}})?$`);
  // Too many decimals are reported as such, not as a malformed number.
  const finer = /^-?\d{1,15}\.\d+$/;
  const problemOf = (text: string) => {
    const problem = unreadable(text);
    if (problem) return problem;
    return scale > 0 && finer.test(text) ? `check.decimals?max=${scale}` : 'check.decimal';
  };
  return z
    .union([z.string().transform(normalizeDecimal), z.number().transform(String)], 'check.decimal')
    .pipe(
      z.string().regex(scale > 0 ? pattern : /^-?\d{1,15}$/, {
        error: ({ input }) => problemOf(String(input)),
      }),
    )
    .transform((text) =>
      text
        .replace(/^(-?)0+(?=\d)/, '$1')
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, ''),
    )
    .superRefine((text, ctx) => {
      const value = new Big(text);
      if (value.lt(min)) ctx.addIssue({ code: 'too_small', minimum: min, origin: 'number', inclusive: true });
      if (value.gt(max)) ctx.addIssue({ code: 'too_big', maximum: max, origin: 'number', inclusive: true });
    });
}

/** An outgoing value; null if there is none. */
export function outputOf(field: Field): z.ZodType {
  switch (field.kind) {
    case 'integer':
    case 'time':
      return z.number().nullable();
    case 'option':
      return z.union([z.string(), z.number()]).nullable();
    case 'files':
      return z.array(z.string());
    case 'lines':
      return z.array(z.record(z.string(), z.unknown()));
    default:
      return z.string().nullable();
  }
}
