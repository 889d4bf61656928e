import { describe, expect, it } from 'vitest';
import { applyView, builtView } from '../list/table-view.ts';
import { fitColumns, layoutOf, moreBeside } from './layout.ts';
import type { Column } from './types.ts';

const columns: Column<unknown>[] = [
  { id: 'name', header: 'Name', minWidth: 170, grow: 2 },
  { id: 'soc', header: 'Charge', width: 100 },
];
const plain = { selectable: false, asCards: false };

it('sizes flexible columns by their share and fixed ones by their width', () => {
  const layout = layoutOf(applyView(columns, builtView), plain);
  expect(layout.template).toBe('minmax(170px, 2fr) 100px');
  // With the 8 px of padding at each end of a row.
  expect(layout.minWidth).toBe(286);
});
it('reserves space for check boxes, and has one column for cards', () => {
  const view = applyView(columns, builtView);
  expect(layoutOf(view, { selectable: true, asCards: false }).template).toBe('44px minmax(170px, 2fr) 100px');
  expect(layoutOf(view, { selectable: true, asCards: true }).template).toBe('44px minmax(0, 1fr)');
});
it('gives the remaining width to the last column when all have a width', () => {
  const view = { ...builtView, columns: [{ id: 'name', width: 200 }] };
  expect(layoutOf(applyView(columns, view), plain).template).toBe('200px minmax(100px, 1fr)');
});
it('places pinned columns one after the other, after the check boxes', () => {
  const view = { ...builtView, columns: columns.map(({ id }) => ({ id, pinned: true })) };
  const { pinnedAt } = layoutOf(applyView(columns, view), { selectable: true, asCards: false });
  expect([...pinnedAt]).toEqual([
    ['name', 44],
    ['soc', 214],
  ]);
});

const many: Column<unknown>[] = [
  { id: 'name', header: 'h', minWidth: 200 },
  { id: 'state', header: 'h', width: 100 },
  { id: 'power', header: 'h', width: 100, hideBelow: 300 },
  { id: 'note', header: 'h', hideBelow: 400 },
];
const built = new Map(many.map((column) => [column.id, column]));
const ids = (width: number, selectable = false, of = many) =>
  fitColumns(of, built, { width, selectable }).map(({ id }) => id);

describe('the columns that fit in a table', () => {
  it('are all while its width is unknown and when they fit', () => {
    expect(ids(0)).toEqual(['name', 'state', 'power', 'note']);
    expect(ids(16 + 520)).toEqual(['name', 'state', 'power', 'note']);
  });

  it('drop the least important first, by the available width and by their own threshold', () => {
    expect(ids(16 + 519)).toEqual(['name', 'state', 'power']);
    expect(ids(16 + 399)).toEqual(['name', 'state']);
    const easy = many.map((column) => (column.id === 'name' ? { ...column, hideBelow: 700 } : column));
    expect(ids(600, false, easy)).toEqual(['state', 'power', 'note']);
  });

  it('never drop one without a threshold', () => {
    expect(ids(50)).toEqual(['name', 'state']);
  });

  it('leave space for the check boxes', () => {
    expect(ids(16 + 520, true)).toEqual(['name', 'state', 'power']);
  });

  it('are not dropped because another was dragged wider', () => {
    const dragged = many.map((column) => (column.id === 'state' ? { ...column, width: 900 } : column));
    expect(ids(16 + 520, false, dragged)).toEqual(['name', 'state', 'power', 'note']);
  });
});

describe('content beyond the edge of a table', () => {
  it('is at the sides that can still be scrolled to', () => {
    expect(moreBeside(0, 500, 500.6)).toBe('');
    expect(moreBeside(0, 500, 700)).toBe('end');
    expect(moreBeside(100, 500, 700)).toBe('start end');
    expect(moreBeside(200, 500, 700)).toBe('start');
    expect(moreBeside(-200, 500, 700)).toBe('start');
  });
});
