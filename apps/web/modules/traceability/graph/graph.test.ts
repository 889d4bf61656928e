import type { LifeNode } from '@voltloop/contract/calls/traceability.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bundle, partOf } from '../../../ui/chart/bundle.ts';
import { layout } from './layout.ts';

const node = (id: string, side: LifeNode['side'], kind: LifeNode['kind'] = 'battery'): LifeNode => ({
  id,
  side,
  kind,
  title: id,
  record: null,
  day: null,
  state: null,
});
const link = (from: string, to: string) => ({ from, to, document: null });
const nothing: ReadonlySet<string> = new Set();

describe('bundling', () => {
  const many = Array.from({ length: 8 }, (_, n) => `b${n}`);
  const life = {
    nodes: [
      node('lot', 'own', 'lot'),
      ...many.map((id) => node(id, 'back')),
      ...many.map((id) => node(`car ${id}`, 'back', 'vehicle')),
    ],
    links: [...many.map((id) => link(id, 'lot')), ...many.map((id) => link(`car ${id}`, id))],
  };

  test('merges batteries that went into the same run, and then the nodes behind them', () => {
    const { bundles, links } = bundle(life, nothing);
    expect(bundles.map(({ id, nodes }) => [id, nodes.length])).toEqual([
      ['lot', 1],
      ['b0', 8],
      ['car b0', 8],
    ]);
    expect(links).toEqual([
      { from: 'b0', to: 'lot' },
      { from: 'car b0', to: 'b0' },
    ]);
  });

  test('does not merge opened bundles, nor a few similar nodes', () => {
    const key = bundle(life, nothing).bundles.find(({ id }) => id === 'b0')?.key as string;
    expect(bundle(life, new Set([key])).bundles).toHaveLength(1 + 8 + 8);
    const few = { nodes: life.nodes.slice(0, 6), links: life.links.slice(0, 5) };
    expect(bundle(few, nothing).bundles).toHaveLength(6);
  });

  test('shows one direction including the record itself', () => {
    const all = {
      nodes: [node('a', 'back'), node('b', 'own'), node('c', 'on')],
      links: [link('a', 'b'), link('b', 'c')],
    };
    expect(partOf(all, 'back').nodes.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(partOf(all, 'on').links).toEqual([link('b', 'c')]);
    expect(partOf(all, 'all')).toEqual(all);
  });
});

describe('the layout', () => {
  test('places each node after all that lead to it', () => {
    const { placed, columns, rows } = layout(
      ['car', 'pack', 'supplier', 'product', 'customer'],
      [link('car', 'pack'), link('supplier', 'pack'), link('pack', 'product'), link('product', 'customer')],
    );
    expect([columns, rows]).toEqual([4, 2]);
    expect(placed.map(({ id, column }) => [id, column])).toEqual(
      expect.arrayContaining([
        ['car', 0],
        ['supplier', 0],
        ['pack', 1],
        ['product', 2],
        ['customer', 3],
      ]),
    );
  });

  test('places every node once, at its own position, also in a cyclic graph', () => {
    const id = fc.constantFrom(...'abcdefgh');
    fc.assert(
      fc.property(fc.array(fc.tuple(id, id), { maxLength: 24 }), (pairs) => {
        const ids = [...'abcdefgh'];
        const links = pairs.filter(([from, to]) => from !== to).map(([from, to]) => ({ from, to }));
        const { placed } = layout(ids, links);
        expect(placed.map((each) => each.id).sort()).toEqual(ids);
        expect(new Set(placed.map(({ column, row }) => `${column} ${row}`)).size).toBe(ids.length);
      }),
    );
  });
});
