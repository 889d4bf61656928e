import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSession } from '../../api/session.ts';
import type { Column } from '../table/data-table.tsx';
import { notifyError } from '../toast/notify-error.ts';
import { applyView, builtView, isBuilt, type TableView } from './table-view.ts';
import { savedTable, setCachedTable, tableSaver } from './view-store.ts';

export interface TableViewOf<Row> {
  /** For the `view` of `DataTable` and `ColumnChooser`. */
  view: TableView;
  /** For their `onViewChange` and `onChange`: saves it with the account. */
  setView: (view: TableView) => void;
  /** Shows the columns of a saved view without saving them as the account's own; null shows its own again. */
  show: (view: TableView | null) => void;
  /** The visible columns, for an export. */
  shown: readonly Column<Row>[];
  /** Ids of the columns that fit, for `ColumnChooser`; undefined before the first render. */
  fitting: readonly string[] | undefined;
  /** For `DataTable`'s `onFit`. */
  setFitting: (columnIds: readonly string[]) => void;
  /** False until the account's own settings have loaded; show a skeleton meanwhile, to avoid layout shifts. */
  ready: boolean;
}

/**
 * The signed-in account's table settings for a screen: visible columns, their order, width and pins, the row height.
 * Kept on the server, so that they are the same in every browser.
 * @param screen Name of the list: letters and digits, as in the preference's key; null for one without settings.
 */
export function useTableView<Row>(screen: string | null, columns: readonly Column<Row>[]): TableViewOf<Row> {
  const account = useSession((session) => session.login?.user_id ?? '');
  const client = useQueryClient();
  const saved = useQuery({ ...savedTable(account, screen ?? ''), enabled: screen !== null });
  const save = useMemo(() => (screen === null ? null : tableSaver(screen, notifyError)), [screen]);
  const [opened, setOpened] = useState<TableView | null>(null);
  const [fitting, setFitting] = useState<readonly string[]>();
  const view = opened ?? saved.data ?? builtView;
  const shown = useMemo(() => applyView(columns, view).filter((column) => !column.chrome), [columns, view]);
  return {
    view,
    setView: (next) => {
      if (opened) {
        setOpened(next);
        return;
      }
      const change = isBuilt(next) ? null : { ...next, columns: [...next.columns] };
      if (screen !== null) setCachedTable(client, account, screen, change);
      save?.(change);
    },
    show: setOpened,
    shown,
    fitting,
    setFitting,
    ready: screen === null || !saved.isPending,
  };
}
