import { QueryClient } from '@tanstack/react-query';
import type { TableView } from '@voltloop/contract/calls/preferences.ts';
import { expect, it } from 'vitest';
import { savedTable, setCachedTable, tableSaver } from './view-store.ts';

const view = (width: number): TableView => ({ columns: [{ id: 'a', width }], density: 'compact' });
const settle = () => new Promise((resolve) => setTimeout(resolve));

it('sends one table view at a time, skips intermediate ones and sends the newest last', async () => {
  const sent: (number | undefined)[] = [];
  const open: (() => void)[] = [];
  const save = tableSaver(
    'x',
    () => {},
    (value) => {
      sent.push(value?.columns[0]?.width);
      return new Promise<void>((resolve) => open.push(resolve));
    },
  );
  for (const width of [100, 101, 102]) save(view(width));
  expect(sent).toEqual([100]);
  open.shift()?.();
  await settle();
  expect(sent).toEqual([100, 102]);
  open.shift()?.();
  await settle();
  save(null);
  expect(sent).toEqual([100, 102, undefined]);
});

it('continues after a failure, and reports it', async () => {
  const reported: unknown[] = [];
  const sent: unknown[] = [];
  const save = tableSaver(
    'x',
    (error) => reported.push(error),
    async (value) => {
      sent.push(value);
      if (sent.length === 1) throw new Error('away');
    },
  );
  save(view(1));
  await settle();
  save(view(2));
  await settle();
  expect(reported).toHaveLength(1);
  expect(sent).toHaveLength(2);
});

it('a late response does not replace a newer choice', async () => {
  const client = new QueryClient();
  let answer = (_look: TableView) => {};
  const fetched = client.fetchQuery({
    ...savedTable('me', 'x'),
    queryFn: () =>
      new Promise<TableView>((resolve) => {
        answer = resolve;
      }),
  });
  fetched.catch(() => {});
  setCachedTable(client, 'me', 'x', view(200));
  answer(view(100));
  await settle();
  expect(client.getQueryData(savedTable('me', 'x').queryKey)).toEqual(view(200));
});
