import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { DataTable } from './data-table.tsx';
import { layoutOf } from './layout.ts';
import { Row } from './row.tsx';

const table = (ready: boolean) =>
  renderToStaticMarkup(
    createElement(
      MantineProvider,
      null,
      createElement(
        MemoryRouter,
        null,
        createElement(DataTable<{ id: string }>, {
          label: 'Things',
          columns: ['id', 'kind'].map((id) => ({ id, header: id, value: (row: { id: string }) => row.id })),
          onViewChange: () => {},
          rows: [{ id: 'a' }],
          keyOf: (row) => row.id,
          ready,
        }),
      ),
    ),
  );

it('shows no columns before the view is loaded, though the rows are', () => {
  expect(table(false)).toMatch(/role="grid"[^>]*aria-busy="true"[^>]*visibility:hidden/);
  const groups = (html: string) => html.split('role="rowgroup"').length;
  expect(groups(table(false))).toBe(groups(table(true)) - 1);
  expect(table(true)).not.toMatch(/visibility:hidden|aria-busy/);
});

it('names a column by its heading alone, without the control for its width', () => {
  expect(table(true)).toMatch(/role="columnheader"[^>]*aria-label="id"/);
});

it('has one tab stop for the widths of all columns', () => {
  const edges = table(true).match(/<span role="separator"[^>]*>/g) ?? [];
  expect(edges.map((edge) => /tabindex="(-?\d)"/.exec(edge)?.[1])).toEqual(['0', '-1']);
});

it.each([
  ['cell', undefined],
  ['card', (row: { id: string }) => row.id],
])('names the check box of a row by its first cell, in a table of %s', (_, card) => {
  const columns = ['id', 'kind'].map((id) => ({
    id,
    header: id,
    value: (each: { id: string }) => each.id,
    hidden: false,
    pinned: false,
  }));
  const row = renderToStaticMarkup(
    createElement(Row<{ id: string }>, {
      row: { id: 'Battery 7' },
      index: 0,
      top: 0,
      height: 44,
      layout: layoutOf(columns, { selectable: true, asCards: card !== undefined }),
      active: true,
      openable: false,
      auxOpens: false,
      chosen: false,
      chooseLabel: 'Select row',
      card,
      handlers: { onKey: () => {}, onClick: () => {}, onFocus: () => {}, onToggle: () => {} },
    }),
  );
  const [, own, name] = /aria-labelledby="(\S+) (\S+)"/.exec(row) ?? [];
  expect(row).toMatch(new RegExp(`<input[^>]*id="${own}"[^>]*aria-label="Select row"`));
  expect(row).toMatch(new RegExp(`id="${name}"[^>]*>.*Battery 7`));
});
