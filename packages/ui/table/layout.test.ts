import { expect, it } from 'vitest';
import { applyView, builtView } from '../list/table-view.ts';
import { layoutOf } from './layout.ts';
import type { Column } from './types.ts';

const columns: Column<unknown>[] = [
  { id: 'name', header: 'Name', minWidth: 170, grow: 2 },
  { id: 'soc', header: 'Charge', width: 100 },
];
const plain = { selectable: false, asCards: false };

it('gives growing columns their share and fixed ones their width', () => {
  const layout = layoutOf(applyView(columns, builtView), plain);
  expect(layout.template).toBe('minmax(170px, 2fr) 100px');
  expect(layout.minWidth).toBe(270);
});
it('makes room for check boxes, and one column for cards', () => {
  const view = applyView(columns, builtView);
  expect(layoutOf(view, { selectable: true, asCards: false }).template).toBe('44px minmax(170px, 2fr) 100px');
  expect(layoutOf(view, { selectable: true, asCards: true }).template).toBe('44px minmax(0, 1fr)');
});
it('lets the last column take what is left when all have a width', () => {
  const view = { ...builtView, columns: [{ id: 'name', width: 200 }] };
  expect(layoutOf(applyView(columns, view), plain).template).toBe('200px minmax(100px, 1fr)');
});
it('places pinned columns one after the other, behind the check boxes', () => {
  const view = { ...builtView, columns: columns.map(({ id }) => ({ id, pinned: true })) };
  const { pinnedAt } = layoutOf(applyView(columns, view), { selectable: true, asCards: false });
  expect([...pinnedAt]).toEqual([
    ['name', 44],
    ['soc', 214],
  ]);
});
