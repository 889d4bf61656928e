import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyView,
  builtView,
  isBuilt,
  MAX_WIDTH_PX,
  MIN_WIDTH_PX,
  orderColumns,
  type TableView,
  withColumn,
  withColumnAt,
} from './table-view.ts';

const columns = [
  { id: 'name', essential: true },
  { id: 'state', width: 100, hideBelow: 600 },
  { id: 'soc' },
  { id: 'email', optional: true },
];
const ids = (list: readonly { id: string }[]) => list.map((column) => column.id);
const view = (...looks: TableView['columns']): TableView => ({ columns: looks, density: 'comfortable' });

describe('a table view', () => {
  it('shows the default columns when empty, without optional ones', () => {
    expect(ids(applyView(columns, builtView))).toEqual(['name', 'state', 'soc']);
  });
  it('hides, shows, orders and sizes', () => {
    const shown = applyView(
      columns,
      view(
        { id: 'soc', width: 90 },
        { id: 'name' },
        { id: 'email', hidden: false },
        { id: 'state', hidden: true },
      ),
    );
    expect(ids(shown)).toEqual(['soc', 'name', 'email']);
    expect(shown[0]?.width).toBe(90);
  });
  it('never hides essential columns', () => {
    expect(ids(applyView(columns, view({ id: 'name', hidden: true })))).toContain('name');
  });
  it('puts pinned columns first and sets their width', () => {
    const shown = applyView(columns, view({ id: 'name' }, { id: 'state' }, { id: 'soc', pinned: true }));
    expect(ids(shown)).toEqual(['soc', 'name', 'state']);
    expect(shown[0]).toMatchObject({ pinned: true, width: 180 });
  });
  it('keeps the menu of a row last and shown', () => {
    const withMenu = [...columns, { id: 'menu', chrome: true }];
    const looks = view({ id: 'menu', hidden: true }, { id: 'soc' }, { id: 'name' });
    expect(ids(applyView(withMenu, looks)).at(-1)).toBe('menu');
  });
  it('skips removed columns', () => {
    expect(ids(applyView(columns, view({ id: 'gone' }, { id: 'soc' }, { id: 'name' })))).toEqual([
      'soc',
      'name',
      'state',
    ]);
  });
  it('places a new column after its neighbour in the default order', () => {
    const more = [{ id: 'first' }, ...columns.slice(0, 2), { id: 'between' }, ...columns.slice(2)];
    expect(
      ids(orderColumns(more, view({ id: 'soc' }, { id: 'state' }, { id: 'name' }, { id: 'email' }))),
    ).toEqual(['first', 'soc', 'state', 'between', 'name', 'email']);
  });
  it('keeps a column on a narrow screen when the account chose it', () => {
    const [, state] = applyView(columns, view({ id: 'name' }, { id: 'state', hidden: false }));
    expect(state?.hideBelow).toBeUndefined();
    expect(applyView(columns, builtView)[1]?.hideBelow).toBe(600);
  });
  it('limits widths', () => {
    const widthOf = (width: number) =>
      applyView(columns, view({ id: 'name', width })).find((column) => column.id === 'name')?.width;
    expect(widthOf(1)).toBe(MIN_WIDTH_PX);
    expect(widthOf(1e9)).toBe(MAX_WIDTH_PX);
  });
});

describe('changing a view', () => {
  it('of one column does not change the others', () => {
    const next = withColumn(columns, builtView, 'soc', { hidden: true });
    expect(ids(applyView(columns, next))).toEqual(['name', 'state']);
    expect(ids(applyView(columns, withColumn(columns, next, 'soc', { hidden: false })))).toEqual([
      'name',
      'state',
      'soc',
    ]);
  });
  it('moves a column, never beyond the ends', () => {
    const orderAfter = (place: number) =>
      ids(orderColumns(columns, withColumnAt(columns, builtView, 'soc', place)));
    expect(orderAfter(0)).toEqual(['soc', 'name', 'state', 'email']);
    expect(orderAfter(-5)).toEqual(['soc', 'name', 'state', 'email']);
    expect(orderAfter(99)).toEqual(['name', 'state', 'email', 'soc']);
  });
  it('is detected as a change', () => {
    expect(isBuilt(builtView)).toBe(true);
    expect(isBuilt(withColumnAt(columns, builtView, 'soc', 0))).toBe(false);
    expect(isBuilt({ ...builtView, density: 'compact' })).toBe(false);
  });
});

describe('for any stored view', () => {
  const looks = fc.array(
    fc.record(
      {
        id: fc.oneof(fc.constantFrom('name', 'state', 'soc', 'email', 'gone'), fc.string()),
        hidden: fc.boolean(),
        width: fc.integer(),
        pinned: fc.boolean(),
      },
      { requiredKeys: ['id'] },
    ),
    { maxLength: 12 },
  );
  it('every column appears once, and the essential one is shown', () => {
    fc.assert(
      fc.property(looks, (stored) => {
        const all = ids(orderColumns(columns, view(...stored)));
        expect(all.toSorted()).toEqual(ids(columns).toSorted());
        expect(ids(applyView(columns, view(...stored)))).toContain('name');
      }),
    );
  });
});
