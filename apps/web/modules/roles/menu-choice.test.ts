import type { Menu } from '@voltloop/contract/calls/roles.ts';
import { describe, expect, it } from 'vitest';
import { changeOf, choose, groupsOf, searched, shareOf } from './menu-choice.ts';

const menu = (
  id: number,
  group: string | null,
  en: string,
  zh: string,
  parentId: number | null = null,
): Menu => ({
  id,
  parentId,
  group,
  name: { en, zh },
  path: null,
  sort: id,
  type: parentId === null ? 'menu' : 'button',
});
const menus = [
  menu(900, null, 'Overview', '工作台'),
  menu(1100, 'trade', 'Customers', '客户'),
  menu(1101, 'trade', 'Create', '新增', 1100),
  menu(1102, 'trade', 'Edit', '编辑', 1100),
  menu(9000, 'system', 'Areas', '行政区划'),
];
const any = () => true;
const ids = (set: ReadonlySet<number>) => [...set].sort((a, b) => a - b);

describe('the tree of menus', () => {
  it('has groups, entries and their buttons in the order of the menu', () => {
    expect(groupsOf(menus).map(({ group, entries }) => [group, entries.map((each) => each.leaves)])).toEqual([
      [null, [[900]]],
      ['trade', [[1100, 1101, 1102]]],
      ['system', [[9000]]],
    ]);
  });
  it('distinguishes none, some and all', () => {
    expect(shareOf(new Set(), [1100, 1101])).toBe('none');
    expect(shareOf(new Set([1100]), [1100, 1101])).toBe('some');
    expect(shareOf(new Set([1100, 1101, 7]), [1100, 1101])).toBe('all');
  });
  it('selects the entry with a button, and deselects the buttons with the entry', () => {
    expect(ids(choose(new Set(), menus, [1102], true, any))).toEqual([1100, 1102]);
    expect(ids(choose(new Set([900, 1100, 1101]), menus, [1100], false, any))).toEqual([900]);
    expect(ids(choose(new Set([1100, 1101]), menus, [1101], false, any))).toEqual([1100]);
  });
  it('does not change what may not be granted', () => {
    const mayGive = (id: number) => id !== 1101;
    expect(ids(choose(new Set(), menus, [1100, 1101, 1102], true, mayGive))).toEqual([1100, 1102]);
  });
  it('lists additions and removals', () => {
    const { added, removed } = changeOf(menus, new Set([900, 1100]), new Set([1100, 1101, 9000]));
    expect([added.map((each) => each.id), removed.map((each) => each.id)]).toEqual([[1101, 9000], [900]]);
  });
  it('is searched in both languages, by group, entry and button', () => {
    const found = (text: string) =>
      searched(groupsOf(menus), (group) => (group === 'trade' ? '交易管理' : ''), text).map(
        ({ group }) => group,
      );
    expect(found('客户')).toEqual(['trade']);
    expect(found('customers')).toEqual(['trade']);
    expect(found('编辑')).toEqual(['trade']);
    expect(found('交易')).toEqual(['trade']);
    expect(found('区划')).toEqual(['system']);
    expect(found('')).toEqual([null, 'trade', 'system']);
    expect(found('nothing')).toEqual([]);
  });
});
