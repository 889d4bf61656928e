import type * as contract from '@voltloop/contract';
import {
  type QueryOf,
  type Thing,
  type ThingSort,
  type thingDescription,
  thingSorts,
} from '@voltloop/contract';
import type { z } from 'zod';

/** Pure rules of things: sorting, changes of a description. */

export type ListQuery = QueryOf<typeof contract.listThings>;
/** The query of a list without its paging. */
export type Filters = QueryOf<typeof contract.thingIds>;
export type Description = z.output<typeof thingDescription>;

export interface Sort {
  /** `attention`: as `problem`, but acknowledged problems are lower than others. */
  column: ThingSort | 'attention';
  direction: 'asc' | 'desc';
}

/**
 * The order of a list. `descend` is defined by the specification: `true` for newest registration first, or a column to
 * sort by, descending. `sort` with `order` wins. Newest registration first by default, also for an unknown column.
 */
export function sortOf(query: Pick<ListQuery, 'descend' | 'sort' | 'order'>): Sort {
  if (query.sort) return { column: query.sort, direction: query.order ?? 'asc' };
  const column = thingSorts.find((c) => c === query.descend);
  if (column) return { column, direction: 'desc' };
  const oldestFirst = query.order === 'asc' || /^(false|0)$/i.test(query.descend ?? '');
  return { column: 'registertime', direction: oldestFirst ? 'asc' : 'desc' };
}

/** The substring of `filter.devid`, in either form; regular expressions are matched literally (interpretation C14). */
export function devidFilter(filter: ListQuery['filter']): string | null {
  const devid = filter?.devid;
  const text = typeof devid === 'string' ? devid : devid?.$regex;
  return text ? text : null;
}

const clearable: ReadonlySet<string> = new Set<keyof Description>([
  'name',
  'mobile',
  'email',
  'company',
  'address',
  'installTime',
  'parent',
  'level',
]);

/** Cleared by the same list, but not part of the description. */
export const POSITION = 'gps';
/** The same of the own time until offline. */
export const OFFLINE_AFTER = 'offline_after_s';

/** The first of `names` that cannot be cleared, null when all can. */
export function notClearable(names: readonly string[]): string | null {
  return names.find((n) => n !== POSITION && n !== OFFLINE_AFTER && !clearable.has(n)) ?? null;
}

/**
 * A description after a change: given fields are replaced, cleared fields removed, the rest kept (interpretation A39).
 */
export function changedDescription(
  before: Description,
  change: Description | undefined,
  clear: readonly string[],
): Description {
  const merged = { ...before, ...change };
  return Object.fromEntries(
    Object.entries(merged).filter(([name, value]) => value !== undefined && !clear.includes(name)),
  );
}

/** A thing's bindings that the caller may see. */
export interface VisibleBinding {
  userName: string;
  /** Path of the bound account. */
  path: string;
}

/**
 * User names for a thing in a list: `subusers` are the bound accounts, `parents` those above them up to the caller
 * itself, nearest first, without duplicates.
 * @param depth Number of labels in the caller's path; accounts above it are not named.
 * @param nameOf User name by the last label of an account's path.
 */
export function peopleOf(
  bindings: readonly VisibleBinding[],
  depth: number,
  nameOf: ReadonlyMap<string, string>,
): Pick<Thing, 'parents' | 'subusers'> {
  const depthOf = new Map<string, number>();
  for (const { path } of bindings) {
    for (const [at, label] of path.split('.').slice(0, -1).entries()) {
      const name = at >= depth - 1 ? nameOf.get(label) : undefined;
      if (name !== undefined) depthOf.set(name, at);
    }
  }
  // Bindings of several accounts are unordered.
  const parents = [...depthOf].sort(([a, at], [b, bt]) => bt - at || (a < b ? -1 : 1)).map(([name]) => name);
  return { parents, subusers: [...new Set(bindings.map((b) => b.userName))].sort() };
}

/** The device list of a binding call: devids, or objects with a devid. */
export const namesOf = (devices: readonly (string | { devid: string })[]): string[] =>
  devices.map((d) => (typeof d === 'string' ? d : d.devid));
