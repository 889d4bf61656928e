import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Column } from '@voltloop/ui/data-table.tsx';
import { applyView, builtView, isBuilt, type TableView } from '@voltloop/ui/list/table-view.ts';
import { useMemo, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { notifyError } from '../notify-error.ts';
import { choseTable, keptTable, tableKeeper } from './view-store.ts';

export interface TableViewOf<Row> {
  /** For `DataTable`'s `view`, and `ColumnChooser`'s. */
  view: TableView;
  /** For their `onViewChange` and `onChange`: keeps it with the account. */
  setView: (view: TableView) => void;
  /** Shows the columns of a saved view, without keeping them as the account's own; null shows its own again. */
  show: (view: TableView | null) => void;
  /** The columns as they are drawn now, for an export. */
  shown: readonly Column<Row>[];
  /** Ids of the columns that the table has room for, for `ColumnChooser`; undefined while it has not been drawn. */
  fitting: readonly string[] | undefined;
  /** For `DataTable`'s `onFit`. */
  setFitting: (columnIds: readonly string[]) => void;
  /** False until the account's own look is known; show a skeleton meanwhile, so that nothing jumps. */
  ready: boolean;
}

/**
 * How the signed-in account wants the table of a screen: columns shown, their order, width and pins, the height of
 * rows. Kept on the server, so that it is the same in every browser.
 * @param screen Name of the list: letters and digits, as in the preference's key.
 */
export function useTableView<Row>(screen: string, columns: readonly Column<Row>[]): TableViewOf<Row> {
  const account = useSession((session) => session.login?.user_id ?? '');
  const client = useQueryClient();
  const kept = useQuery(keptTable(account, screen));
  const keep = useMemo(() => tableKeeper(screen, notifyError), [screen]);
  const [opened, setOpened] = useState<TableView | null>(null);
  const [fitting, setFitting] = useState<readonly string[]>();
  const view = opened ?? kept.data ?? builtView;
  const shown = useMemo(() => applyView(columns, view).filter((column) => !column.chrome), [columns, view]);
  return {
    view,
    setView: (next) => {
      if (opened) {
        setOpened(next);
        return;
      }
      const wish = isBuilt(next) ? null : { ...next, columns: [...next.columns] };
      choseTable(client, account, screen, wish);
      keep(wish);
    },
    show: setOpened,
    shown,
    fitting,
    setFitting,
    ready: !kept.isPending,
  };
}
