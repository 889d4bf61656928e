import { parseOption } from '@voltloop/domain/options/index.ts';
import type { Condition, Field, FilterOp, Resource } from '@voltloop/resource-kit';
import { type RawBuilder, sql } from 'kysely';
import { fieldError } from '../../../../platform/errors.ts';
import { containing, writtenAs } from '../../../../platform/like.ts';
import { column } from './table.ts';

/** The filter of a list, as in the calls. */
export interface Choice {
  search?: string | undefined;
  filter?: readonly Condition[] | undefined;
  sort?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
  /** Query names of the specification. */
  named: Readonly<Record<string, string | undefined>>;
  /** Search while typing: a part too short for the index of a code matches its beginning. */
  typing?: boolean;
  /**
   * The caller sees masked personal data, so only whole values match: otherwise masks could be reversed letter by
   * letter.
   */
  maskPersonal?: boolean;
}

type Sql = RawBuilder<unknown>;
/** A pattern that matches the text literally, anywhere. */
const anywhere = (text: string) => containing(text.toLowerCase());
const capitals = (text: string) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
/** Longer than any code that a resource is searched by. */
const MAX_CODE = 64;
/** Fields of every row, for filters and order. */
const commonKinds: ReadonlyMap<string, Field['kind']> = new Map([
  ['createTime', 'time'],
  ['updateTime', 'time'],
]);

/** The conditions of a filter, combined by "and". @throws validation for an invalid field, operation or value */
export function conditionsOf(resource: Resource, choice: Choice): Sql[] {
  const conditions: Sql[] = [];
  const maskPersonal = choice.maskPersonal === true;
  if (choice.search) conditions.push(searched(resource, choice.search, choice.typing === true));
  if (choice.search && maskPersonal) conditions.push(...maskedSearch(resource, choice.search));
  for (const { field, op, value } of choice.filter ?? [])
    conditions.push(one(resource, field, op, value, maskPersonal));
  for (const [name, { field, op }] of Object.entries(resource.list.query ?? {})) {
    const value = choice.named[name];
    if (value !== undefined && value !== '') conditions.push(one(resource, field, op, value, maskPersonal));
  }
  return conditions;
}

/** Minimum letters for a trigram index. */
const INDEXED_LENGTH = 3;

/** The search box: the same expression as the table's trigram index. Codes are stored and compared in capitals. */
function searched(resource: Resource, text: string, typing = false): Sql {
  const { search, former } = resource.list;
  const [first, ...rest] = search;
  const only = rest.length === 0 ? resource.fields[first ?? ''] : undefined;
  if (first && only?.kind === 'text' && only.code) {
    if (typing && text.length < INDEXED_LENGTH)
      return beginning(column(first), capitals(text.normalize('NFKC')));
    const pattern = containing(capitals(text));
    const own = sql`${column(first)} like ${pattern}`;
    return former ? sql`(${own} or ${column(former)} like ${pattern})` : own;
  }
  const parts = rest.map((field) => sql` || E'\n' || coalesce(${column(field)}, '')`);
  const title = column(first ?? resource.title);
  const head = resource.untitled ? sql`coalesce(${title}, '')` : title;
  return sql`lower(${head}${sql.join(parts, sql``)}) like ${anywhere(text)}`;
}

/** Whether a code has this prefix; as a range, which an index supports in any collation. */
function beginning(code: Sql, start: string): Sql {
  return sql`(${code} >= ${start} and ${code} <= ${start.padEnd(MAX_CODE, 'Z')} and starts_with(${code}, ${start}))`;
}

/** Whether a search matches the public fields, or a whole masked value. */
function maskedSearch(resource: Resource, text: string): Sql[] {
  const { search } = resource.list;
  const isPersonal = (field: string) => resource.fields[field]?.personal !== undefined;
  if (!search.some(isPersonal)) return [];
  const ways = search.map((field) =>
    isPersonal(field)
      ? sql`lower(${column(field)}) = any(${writtenAs(text.toLowerCase())}::text[])`
      : sql`lower(${column(field)}) like ${anywhere(text)}`,
  );
  return [sql`(${sql.join(ways, sql` or `)})`];
}

/** The kind of a field for filters and order. @throws validation */
export function kindOf(resource: Resource, field: string, path: string): Field['kind'] {
  const kind = resource.fields[field]?.kind ?? commonKinds.get(field);
  if (!kind || kind === 'lines' || kind === 'files') {
    throw fieldError(`query.${path}`, 'resource.noField', `There is no field ${field} to search`);
  }
  return kind;
}

/** A text within a field. Where the search box covers the field too, its index narrows the rows first. */
function contains(resource: Resource, field: string, text: string): Sql {
  const own = sql`lower(${column(field)}) like ${anywhere(text)}`;
  const { search } = resource.list;
  if (!search.includes(field)) return own;
  return search.length === 1 ? searched(resource, text) : sql`${searched(resource, text)} and ${own}`;
}

function one(
  resource: Resource,
  field: string,
  op: FilterOp | 'in' | 'empty' | 'present',
  value: string | number | readonly (string | number)[] | undefined,
  maskPersonal: boolean,
): Sql {
  const kind = kindOf(resource, field, 'filter');
  const masked = maskPersonal && resource.fields[field]?.personal !== undefined;
  if (masked && (op === 'from' || op === 'to')) throw personalFieldError(field, 'filter');
  const c = column(field);
  if (op === 'empty') return sql`${c} is null`;
  if (op === 'present') return sql`${c} is not null`;
  const given = (Array.isArray(value) ? value : [value]).filter((each) => each !== undefined);
  const wrong = () => fieldError('query.filter', 'resource.filterValue', `Not a value of ${field}`);
  if (given.length === 0 || (given.length > 1 && op !== 'in')) throw wrong();
  const values = given.map((each) => typed(resource.fields[field], kind, each) ?? fail(wrong()));
  const [only] = values;
  switch (op) {
    case 'contains':
      if (kind !== 'text') throw wrong();
      return masked
        ? sql`lower(${c}) = any(${writtenAs(String(only).toLowerCase())}::text[])`
        : contains(resource, field, String(only));
    case 'under':
      // A province contains its cities and districts by the first digits of their codes.
      if (kind !== 'region') throw wrong();
      return sql`${c} like ${`${String(only).replace(/(00)+$/, '')}%`}`;
    case 'from':
      return sql`${c} >= ${only}`;
    case 'to':
      return sql`${c} < ${only}`;
    case 'equals':
      return sql`${c} = ${only}`;
    case 'in':
      return sql`${c} in (${sql.join(values)})`;
  }
}

export const personalFieldError = (field: string, path: string) =>
  fieldError(
    `query.${path}`,
    'resource.veiled',
    `${field} is personal: only its whole value can be searched`,
  );

function fail(error: Error): never {
  throw error;
}

/** A filter's value in the form of its column; undefined when it is invalid. */
function typed(field: Field | undefined, kind: Field['kind'], value: unknown): string | number | undefined {
  const text = String(value).trim();
  switch (kind) {
    case 'option':
      return field?.kind === 'option' ? parseOption(field.list, value) : undefined;
    case 'integer':
      return /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
    case 'decimal':
      return /^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? text : undefined;
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
    case 'time':
      return /^\d{1,15}$/.test(text) ? new Date(Number(text)).toISOString() : undefined;
    case 'reference':
      return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : undefined;
    default:
      return text;
  }
}
