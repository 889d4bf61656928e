import { z } from 'zod';
import { cached } from './cached.ts';
import { counts } from './counts.ts';
import type { Field, LinesField } from './fields.ts';
import type { Resource, Step } from './resource.ts';
import { inputOf, outputOf } from './values.ts';

/** Values by field name, as in a form or a body. */
export type Values = Record<string, unknown>;

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The fields that a form or a call may set. */
export function settable(resource: Resource, at: 'insert' | 'update'): [string, Field][] {
  return Object.entries(resource.fields).filter(
    ([name, field]) => !field.server && name !== resource.life?.field && !(at === 'update' && field.fixed),
  );
}

/**
 * The schema of a complete row: required fields are present, each value is well-formed, fields that do not apply are
 * dropped. The same for forms, calls, imports, and the row that results from an update.
 */
export const inputSchema = cached(makeInputSchema);

function makeInputSchema(resource: Resource): z.ZodType<Values, Values> {
  const fields = settable(resource, 'insert');
  const there = (name: string, field: Field, values: Values) =>
    counts(field, values) && !isEmpty(values[name]);
  const isInstead = ({ or }: Field, values: Values) => {
    const other = or === undefined ? undefined : resource.fields[or];
    return or !== undefined && other !== undefined && there(or, other, values);
  };
  return z
    .object(Object.fromEntries(fields.map(([name, field]) => [name, loose(field)])))
    .superRefine((values: Values, ctx) => {
      for (const [name, field] of fields)
        if (field.required && counts(field, values) && isEmpty(values[name]) && !isInstead(field, values))
          ctx.addIssue({ code: 'custom', path: [name], message: 'resource.required' });
    })
    .transform((values: Values) =>
      Object.fromEntries(
        fields.filter(([name, field]) => there(name, field, values)).map(([name]) => [name, values[name]]),
      ),
    ) as z.ZodType<Values, Values>;
}

/** The schema of a step's input, with its fields as entered with it. */
export function stepForm(resource: Resource, { label, input = {} }: Step): Resource {
  const { life: _, ...rest } = resource;
  const fields = Object.entries(input).map(([name, need]): [string, Field] => {
    const { server, required, ...field } = resource.fields[name] as Field;
    return [name, need === 'required' ? { ...field, required: true } : field] as [string, Field];
  });
  return {
    ...rest,
    fields: Object.fromEntries(fields),
    form: [{ title: label, fields: Object.keys(input) }],
  };
}

/**
 * The initial values of lines that follow others: for each place, the values of shared fields from the last followed
 * line that has one.
 */
export function followedLines({ of, follows = [] }: LinesField, row: Values): Values[] {
  const followed = follows.map((name) => (row[name] ?? []) as readonly Values[]);
  return (followed[0] ?? []).map((_, place) => {
    const all = Object.assign({}, ...followed.map((lines) => lines[place]));
    return Object.fromEntries(
      Object.keys(of).flatMap((name) => (all[name] == null ? [] : [[name, all[name]]])),
    );
  });
}

/** The given lines, with their read-only fields taken from the lines they follow. */
export function withFollowed(field: LinesField, row: Values, given: readonly Values[]): Values[] {
  const followed = followedLines(field, row);
  const isKept = (name: string) => field.of[name]?.server === true;
  return given.map((line, place) => ({
    ...Object.fromEntries(Object.entries(line ?? {}).filter(([name]) => !isKept(name))),
    ...Object.fromEntries(Object.entries(followed[place] ?? {}).filter(([name]) => isKept(name))),
  }));
}

/** Treats an empty text as no value, so that an empty input is reported as missing, not as malformed. */
function loose(field: Field): z.ZodType {
  return z.preprocess((value) => (isEmpty(value) ? undefined : value), inputOf(field).optional());
}

/**
 * The body of insert: checks the form of each value. Required and inapplicable fields are checked after derivation,
 * by {@link inputSchema}.
 */
export function insertBody(resource: Resource) {
  return z.object(
    Object.fromEntries(settable(resource, 'insert').map(([name, field]) => [name, loose(field)])),
  ) as z.ZodType<Values, Values>;
}

/** The fields that an update cannot change: server fields, the state, and fields set on creation only. */
export function closed(resource: Resource): [string, Field][] {
  const open = new Set(settable(resource, 'update').map(([name]) => name));
  return Object.entries(resource.fields).filter(([name]) => !open.has(name));
}

/**
 * The body of update: the row, the version that was read, the changes, and the names of fields to empty. Other fields
 * of the row may be included, for callers that send a whole row back; the server refuses them if they differ.
 */
export function updateBody(resource: Resource) {
  const changes = Object.fromEntries(
    settable(resource, 'update').map(([name, field]) => [name, loose(field)]),
  );
  const row = Object.keys(rowSchema(resource).shape);
  return z.object({
    ...Object.fromEntries(row.map((name) => [name, z.unknown().optional()])),
    id: z.uuid(),
    /** The version that was read; a different one means that the row was changed meanwhile. */
    version: z.number().int().optional(),
    clearFields: z.array(z.string().max(60)).max(200).default([]),
    ...changes,
  });
}

/** A row in a reply: its fields, the titles of references, and the common fields. */
export function rowSchema(resource: Resource) {
  return z.object({
    id: z.string(),
    createTime: z.number(),
    createUser: z.string().nullable(),
    updateTime: z.number(),
    version: z.number().int(),
    /** Titles of referred rows, by the path of the reference: `clientId`, and in lines `lines.0.categoryId`. */
    titles: z.record(z.string(), z.string()),
    ...Object.fromEntries(Object.entries(resource.fields).map(([name, field]) => [name, outputOf(field)])),
  });
}
