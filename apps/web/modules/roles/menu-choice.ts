/** Pure: the menu entries and buttons chosen for a role, as a tree of checkboxes. */

import type { Menu } from '@voltloop/contract/calls/roles.ts';
import { folded } from '../../ui/text/folded.ts';

/** A menu entry with its buttons; `leaves` are the selectable ids: the entry itself, then its buttons. */
export interface EntryOfMenu {
  entry: Menu;
  buttons: readonly Menu[];
  leaves: readonly number[];
}

export interface GroupOfMenu {
  /** Key of the registry's groups; null for entries without a group. */
  group: string | null;
  entries: readonly EntryOfMenu[];
}

export type Share = 'none' | 'some' | 'all';

/** The menus as groups of entries with buttons, each in menu order. */
export function groupsOf(menus: readonly Menu[]): GroupOfMenu[] {
  const groups = new Map<string | null, EntryOfMenu[]>();
  for (const entry of menus.filter((menu) => menu.type === 'menu')) {
    const buttons = menus.filter((menu) => menu.parentId === entry.id);
    const of = { entry, buttons, leaves: [entry.id, ...buttons.map((button) => button.id)] };
    groups.set(entry.group, [...(groups.get(entry.group) ?? []), of]);
  }
  return [...groups].map(([group, entries]) => ({ group, entries }));
}

/** How many of some ids are chosen. */
export function shareOf(chosen: ReadonlySet<number>, ids: readonly number[]): Share {
  const count = ids.filter((id) => chosen.has(id)).length;
  return count === 0 ? 'none' : count === ids.length ? 'all' : 'some';
}

/**
 * Selects or deselects ids. A button selects its entry, and deselecting an entry deselects its buttons: a button on
 * a page that cannot be opened means nothing.
 * @param mayGive Ids that may be changed; the others stay as they are.
 */
export function choose(
  chosen: ReadonlySet<number>,
  menus: readonly Menu[],
  ids: readonly number[],
  on: boolean,
  mayGive: (id: number) => boolean,
): Set<number> {
  const next = new Set(chosen);
  const wanted = new Set(ids);
  for (const menu of menus) {
    if (on && wanted.has(menu.id) && menu.parentId !== null) wanted.add(menu.parentId);
    if (!on && menu.parentId !== null && wanted.has(menu.parentId)) wanted.add(menu.id);
  }
  for (const id of wanted) {
    if (!mayGive(id)) continue;
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** Additions and removals of a change, in menu order. */
export function changeOf(
  menus: readonly Menu[],
  before: ReadonlySet<number>,
  after: ReadonlySet<number>,
): { added: Menu[]; removed: Menu[] } {
  return {
    added: menus.filter(({ id }) => after.has(id) && !before.has(id)),
    removed: menus.filter(({ id }) => before.has(id) && !after.has(id)),
  };
}

/** The groups reduced to entries whose name, or a button's, contains the text in either language. */
export function searched(
  groups: readonly GroupOfMenu[],
  nameOf: (group: string | null) => string,
  text: string,
): GroupOfMenu[] {
  const wanted = folded(text);
  if (wanted === '') return [...groups];
  const has = ({ name }: Menu) => folded(`${name.en}\n${name.zh}`).includes(wanted);
  return groups.flatMap(({ group, entries }) => {
    const left = folded(nameOf(group)).includes(wanted)
      ? entries
      : entries.filter(({ entry, buttons }) => has(entry) || buttons.some(has));
    return left.length > 0 ? [{ group, entries: left }] : [];
  });
}
