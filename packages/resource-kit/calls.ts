import { jsonText } from '@voltloop/contract/envelope.ts';
import { type Route, route } from '@voltloop/contract/route.ts';
import { shownText } from '@voltloop/contract/shown-text.ts';
import { z } from 'zod';
import { cached } from './cached.ts';
import { condition } from './condition.ts';
import { hasSteps, type Resource } from './resource.ts';
import { rightOf, rightOfStep } from './rights.ts';
import { insertBody, rowSchema, updateBody } from './schemas.ts';
import { causeOfStep, needsWords, whyOfDeletion } from './why.ts';

export { type Condition, condition } from './condition.ts';

/** Maximum rows of a page: dropdowns of the specification request 999 and 99999 (interpretation A33). */
export const MAX_PAGE = 99_999;

const conditions = jsonText(z.array(condition).max(40), 8000);

/** Parameters that select rows: search, the general filter, and the query names of the specification. */
function choosing(resource: Resource) {
  return {
    search: z.string().trim().max(100).optional(),
    filter: conditions.optional(),
    sort: z.string().max(60).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    ...Object.fromEntries(
      Object.keys(resource.list.query ?? {}).map((name) => [name, z.string().trim().max(200).optional()]),
    ),
  };
}

const ids = z.array(z.uuid()).min(1).max(1000);

/** The calls of a resource, shared by engine and console (section 7 of the specification names most of them so). */
export const callsOf = cached(makeCalls);

function makeCalls(resource: Resource) {
  const { name, path } = resource;
  const row = rowSchema(resource);
  const summary = (verb: string) => `${verb} (${resource.many.en}).`;
  return {
    findPage: route({
      name: `${name}.findPage`,
      summary: summary('A page of rows, filtered and sorted'),
      method: 'GET',
      path: `${path}/findPage`,
      access: { right: rightOf(resource) },
      query: z.object({
        page: z.coerce.number().int().min(1).max(10_000_000).default(1),
        size: z.coerce.number().int().min(0).max(MAX_PAGE).default(10),
        /**
         * With `later`, `total` is null if counting takes longer than reading the rows; a call with `size=0` counts
         * them.
         */
        count: z.enum(['now', 'later']).default('now'),
        ...choosing(resource),
      }),
      reply: z.object({
        list: z.array(row),
        /** Of all pages; null only with `count=later`. */
        total: z.number().int().nullable(),
        page: z.number().int(),
        size: z.number().int(),
      }),
    }),
    findById: route({
      name: `${name}.findById`,
      summary: summary('One row with unmasked personal data'),
      method: 'GET',
      path: `${path}/findById`,
      access: { right: rightOf(resource) },
      query: z.object({ [resource.idQuery ?? 'id']: z.string().max(64) }),
      reply: row,
    }),
    insert: route({
      name: `${name}.insert`,
      summary: summary('Create a row'),
      method: 'POST',
      path: `${path}/insert`,
      access: { right: rightOf(resource, 'insert') },
      body: insertBody(resource),
      reply: row,
    }),
    update: route({
      name: `${name}.update`,
      summary: summary('Change a row; refused if it was changed since it was read'),
      method: 'POST',
      path: `${path}/update`,
      access: { right: rightOf(resource, 'update') },
      body: updateBody(resource),
      reply: row,
    }),
    remove: route({
      name: `${name}.delete`,
      summary: `${summary('Delete rows; refused while others refer to them')} Needs a cause or an explanation.`,
      method: 'POST',
      path: `${path}/delete`,
      access: { right: rightOf(resource, 'delete') },
      body: z
        .object({ ids, ...whyOfDeletion })
        .refine(({ cause, reason }) => !needsWords(cause) || reason !== undefined, {
          path: ['reason'],
          message: 'resource.required',
        }),
      reply: z.object({ deleted: z.array(z.string()) }),
    }),
    restore: route({
      name: `${name}.restore`,
      summary: summary('Undo a deletion'),
      method: 'POST',
      path: `${path}/restore`,
      access: { right: rightOf(resource, 'delete') },
      body: z.object({ ids }),
      reply: z.object({ restored: z.array(z.string()) }),
    }),
    ...(hasSteps(resource) ? { step: stepOf(resource) } : {}),
    lookup: route({
      name: `${name}.lookup`,
      summary: `${summary('Suggestions while typing, by title')} Also with the right to edit rows that refer to them.`,
      method: 'GET',
      path: `${path}/lookup`,
      access: { right: rightOf(resource) },
      query: z.object({
        search: z.string().trim().max(100).optional(),
        /** Ids of selected rows, separated by commas; their titles are returned regardless of the other parameters. */
        ids: z.string().max(4000).optional(),
        limit: z.coerce.number().int().min(1).max(50).default(20),
        ...Object.fromEntries(lookupFields(resource).map((field) => [field, z.string().max(64).optional()])),
      }),
      /** `hint` is the value of the declared hint field, as text. */
      reply: z.array(z.object({ id: z.string(), title: z.string(), hint: z.string().nullable() })),
    }),
    history: route({
      name: `${name}.history`,
      summary: summary('History of a row: changes with person and time'),
      method: 'GET',
      path: `${path}/history`,
      access: { right: rightOf(resource) },
      query: z.object({ id: z.uuid() }),
      reply: z.array(
        z.object({
          time: z.number(),
          user: z.string().nullable(),
          action: z.string(),
          /** The states of a life-cycle step. */
          step: z.string().nullable(),
          /** The reason of a deletion or step: the selected cause (why.ts), and the explanation. */
          cause: z.string().nullable(),
          reason: z.string().nullable(),
          changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
        }),
      ),
    }),
    exportExcel: route({
      name: `${name}.exportExcel`,
      summary: summary('The filtered rows as xlsx or csv, streamed'),
      method: 'GET',
      path: `${path}/exportExcel`,
      access: { right: rightOf(resource, 'export') },
      query: z.object({
        format: z.enum(['xlsx', 'csv']).default('xlsx'),
        /** Fields in column order; those of the list by default. */
        columns: z.string().max(2000).optional(),
        /** Ids of selected rows, separated by commas. */
        ids: z
          .string()
          .max(40_000)
          .transform((text) => text.split(',').filter(Boolean))
          .pipe(z.array(z.uuid()))
          .optional(),
        language: z.enum(['en', 'zh']).default('zh'),
        ...choosing(resource),
      }),
    }),
  };
}

/** Whether a resource has a call: those of buttons that it does not have are missing. */
export function offers(resource: Resource, { access }: Pick<Route, 'access'>): boolean {
  const missing = resource.without?.map((button) => rightOf(resource, button)) ?? [];
  return !(typeof access === 'object' && 'right' in access && missing.includes(access.right));
}

/** Fields that can limit a look-up. */
export function lookupFields(resource: Resource): string[] {
  const kinds = ['option', 'reference', 'region', 'integer'];
  return Object.entries(resource.fields).flatMap(([name, { kind }]) => (kinds.includes(kind) ? [name] : []));
}

/** Maximum warnings that one request may confirm. */
const MAX_CONFIRMED = 10_000;
/** A warning as in the reply to a step: its field, and the key of its text. */
const confirmation = z.object({
  path: z.string().max(200),
  key: z.string().max(4000),
  message: z.string().optional(),
  overrides: z.literal(true).optional(),
  of: z.object({ id: z.string(), title: z.string() }).optional(),
});
export type Confirmation = z.infer<typeof confirmation>;

function stepOf(resource: Resource) {
  const steps = Object.values(resource.life?.steps ?? {});
  const hasInput = steps.some(({ input }) => input);
  const warns = steps.some((step) => step.warns);
  const row = rowSchema(resource);
  const [right = rightOf(resource, 'step'), ...or] = new Set(
    steps.map((step) => rightOfStep(resource, step)),
  );
  return route({
    name: `${resource.name}.step`,
    summary: `Take a step of the life cycle, all rows or none (${resource.many.en}). 409 reports the obstacles at ids.0, ids.1, ….${
      warns ? ' Code 4090003 returns warnings: nothing is written until they are sent back as confirmed.' : ''
    }`,
    method: 'POST',
    path: `${resource.path}/step`,
    access: { right, ...(or.length > 0 ? { or } : {}) },
    body: z
      .object({
        /** One row, or many. */
        id: z.uuid().optional(),
        ids: ids.optional(),
        step: z.enum(Object.keys(resource.life?.steps ?? {})),
        /** The reason; stored in the history. */
        reason: shownText().trim().min(1).max(500).optional(),
        ...(steps.some(({ causes }) => causes) ? { cause: causeOfStep } : {}),
        /** The version of the one row as it was read. */
        version: z.number().int().optional(),
        /** The step's input fields; their errors are at `values.field`. */
        ...(hasInput ? { values: z.record(z.string(), z.unknown()).optional() } : {}),
        ...(warns ? { confirmed: z.array(confirmation).max(MAX_CONFIRMED).optional() } : {}),
      })
      .refine((body) => (body.id === undefined) !== (body.ids === undefined), {
        path: ['ids'],
        message: 'resource.required',
      }),
    /** The rows after the step, in the order of their ids. */
    reply: z.object({ list: z.array(row) }),
  });
}

export type ResourceCalls = ReturnType<typeof callsOf>;
