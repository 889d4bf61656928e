import type { ReactNode } from 'react';
import type { Column } from '../table/data-table.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { FilterChips, type FilterChipsProps } from './filter-chips.tsx';
import styles from './list-bar.module.css';
import { SavedViews } from './saved-views.tsx';
import { SearchField, type SearchFieldProps } from './search-field.tsx';
import type { TableViewOf } from './use-table-view.ts';

interface ListBarProps {
  search?: Omit<SearchFieldProps, 'className'> | false;
  /** Further filters. */
  children?: ReactNode;
  /** At the end: actions on the whole list. */
  tools?: ReactNode;
  /** The active filters, by default on their own line. */
  chips?: FilterChipsProps;
  /** Custom properties: see list-bar.module.css. */
  className?: string | undefined;
}

/** The bar above the rows of a list: the search, filters, tools. */
export function ListBar({ search, children, tools, chips, className }: ListBarProps) {
  return (
    <div className={`${styles.bar} ${className ?? ''}`}>
      {search && <SearchField className={styles.search} {...search} />}
      {children}
      {tools && <div className={styles.tools}>{tools}</div>}
      {chips && chips.filters.length > 0 && (
        <div className={styles.chips}>
          <FilterChips {...chips} />
        </div>
      )}
    </div>
  );
}

interface ListToolsProps<Row> {
  /** Name of the list, as for `useTableView`. */
  screen: string;
  columns: readonly Column<Row>[];
  table: TableViewOf<Row>;
  /** The parameters of the list in the address, where that has others too. */
  parameters?: readonly string[];
  /** Further tools, after these. */
  children?: ReactNode;
}

/** The saved views of a list and the choice of its columns. */
export function ListTools<Row>({ screen, columns, table, parameters, children }: ListToolsProps<Row>) {
  return (
    <>
      <SavedViews
        screen={screen}
        parameters={parameters}
        table={{ ...table.view, columns: [...table.view.columns] }}
        onOpen={(state) => table.show(state?.table ?? null)}
      />
      <ColumnChooser
        columns={columns}
        view={table.view}
        fitting={table.fitting}
        ready={table.ready}
        onChange={table.setView}
      />
      {children}
    </>
  );
}
