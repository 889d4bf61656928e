import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { DataTable } from './data-table.tsx';

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
          columns: [{ id: 'id', header: 'Id', value: (row) => row.id }],
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
  expect(table(true)).toMatch(/role="columnheader"[^>]*aria-label="Id"/);
});
