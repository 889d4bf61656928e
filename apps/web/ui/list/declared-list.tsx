import {
  type ColumnOf,
  type FileColumnOf,
  fileColumnIds,
  type List,
} from '@voltloop/contract/lists/define-list.ts';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { isRefused } from '../../api/errors.ts';
import { languageOf } from '../../context/language-of.ts';
import { Card, type CardProps } from '../card.tsx';
import { SkeletonRows } from '../states/skeletons.tsx';
import { NoPermission } from '../states/states.tsx';
import { type CellPlace, DataTable } from '../table/data-table.tsx';
import { PAGE_SIZES } from '../table/page-numbers.ts';
import { Pager } from '../table/pager.tsx';
import { useFormat } from '../text/format.ts';
import { notifyError } from '../toast/notify-error.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ExportMenu } from './export-menu.tsx';
import { type FilterExtras, FilterInputs, filtersIn } from './filter-inputs.tsx';
import { BarFilters, FilterPopover } from './filter-popover.tsx';
import { ListBar, ListTools } from './list-bar.tsx';
import { type Cells, useListColumns } from './list-columns.tsx';
import { type AnyView, filtersInUse } from './list-view.ts';
import { NoMatch } from './no-match.tsx';
import { lookProps, queryProps, sortProps } from './table-props.ts';
import type { LazyList } from './use-lazy-rows.ts';
import { useListChips } from './use-list-chips.ts';
import type { ListPlace } from './use-list-place.ts';
import type { ListSelection } from './use-list-selection.ts';
import { useTableView } from './use-table-view.ts';

const FilterPanel = lazy(() => import('./filter-panel.tsx'));

const NO_ROWS: readonly never[] = [];

/** A page of rows: the result of `useQuery`. */
interface FoundRows<Row> {
  data?: { list: readonly Row[]; total: number } | undefined;
  isPending: boolean;
  isFetching: boolean;
  error: unknown;
  refetch: () => unknown;
}

/** What a file should contain, as the list shows it. */
export interface ListFile<L extends List> {
  format: 'csv' | 'xlsx';
  language: 'en' | 'zh';
  time_zone: string;
  /** The visible columns. */
  columns: FileColumnOf<L>[];
}

interface DeclaredListProps<L extends List, Row extends object> extends FilterExtras {
  list: L;
  place: ListPlace<L>;
  /** Accessible name of the table. */
  label: string;
  /** The page of rows, or a list that is loaded while it is scrolled. */
  found: FoundRows<Row> | LazyList<Row>;
  keyOf: (row: Row) => string;
  /** Rows that are being deleted, by key. */
  gone?: { has: (key: string) => boolean };
  /** Before the list; not shown to those who may not see the list. */
  header?: ReactNode;
  /** Name of the saved views, if it is not that of the list. */
  views?: string;
  cells?: Cells<L, Row>;
  withoutColumns?: readonly ColumnOf<L>[];
  /** Texts of filters in use whose value is an id, by filter. */
  chips?: Readonly<Record<string, string | undefined>>;
  /** Of its card, where the list is a part of its page: it then has neither saved views nor settings of columns. */
  head?: Pick<CardProps, 'title' | 'description' | 'tools'>;
  /** Without the bar, and so without search, filters and tools: a list inside a tab, or with filters in its header. */
  bare?: true;
  /** In the bar, before the filters. */
  bar?: ReactNode;
  onOpen?: (row: Row) => void;
  hrefOf?: (row: Row) => string | undefined;
  /** The menu at the end of each row. */
  menu?: (row: Row, active: boolean) => ReactNode;
  /** px, where it is more than a menu. */
  menuWidth?: number;
  rowHeight?: number;
  maxHeight?: string;
  card: (row: Row, place: CellPlace) => ReactNode;
  cardHeight: number;
  /** Without rows although nothing narrows the list. */
  empty: ReactNode;
  /** Saves the file of the list, or of selected rows; it reports its own errors. */
  download?: ((file: ListFile<L>, ids?: readonly string[]) => Promise<unknown>) | false;
  /** Adds the button that exports the selected rows, with this text. */
  exportSelected?: string;
  selection?: ListSelection<Row>;
  /** Selects all rows of the filter. */
  onSelectAll?: () => unknown;
  /** All rows of the filter are selected, not only those of the selection: an action on a filter instead of ids. */
  allSelected?: boolean;
  /** Buttons for the selected rows. */
  bulk?: ReactNode;
  /** Of a list without pages: the number of its rows. */
  counted?: (total: number) => string;
}

/**
 * A declared list: bar with search, filters, saved views, columns and export; table, or cards on phones; pager; selection.
 * The page adds the query and what its rows look like and do (docs/guides/add-a-list.md).
 */
export function DeclaredList<L extends List, Row extends object>(props: DeclaredListProps<L, Row>) {
  const { list, place, found, keyOf, gone, selection, download } = props;
  const { view, first, show } = place;
  const { t } = useTranslation('list');
  const format = useFormat();
  const language = languageOf(format.language);
  const location = useLocation();
  const columns = useListColumns(list, {
    cells: props.cells,
    without: props.withoutColumns,
    menu: props.menu,
    menuWidth: props.menuWidth,
  });
  const settled = props.head || props.bare ? null : place.names;
  const table = useTableView<Row>(settled && list.name, columns);
  const chips = useListChips(list, place, props.options, props.chips);
  if (isRefused(found.error)) return <NoPermission />;

  const scrolled = 'rowAt' in found ? found : null;
  // Always the same array, so that the table keeps its rows.
  const loaded: readonly Row[] = scrolled ? NO_ROWS : ((found as FoundRows<Row>).data?.list ?? NO_ROWS);
  const rows = gone ? loaded.filter((row) => !gone.has(keyOf(row))) : loaded;
  const counted = 'rowAt' in found ? found.total : (found.data?.total ?? 0);
  const total = Math.max(counted - (loaded.length - rows.length), 0);

  const inUse = filtersInUse(list, view, first);
  const clear = () =>
    change({
      search: '',
      sort: first.sort,
      order: first.order,
      ...Object.fromEntries(inUse.map((id) => [id, (first as AnyView)[id]])),
    });
  const change = (next: AnyView) => show(next as Partial<typeof view>);
  const save = (file: 'csv' | 'xlsx', ids?: readonly string[]) =>
    download
      ? download(
          {
            format: file,
            language,
            time_zone: format.zoneName,
            columns: fileColumnIds(
              list,
              table.shown.map(({ id }) => id),
            ),
          },
          ids,
        )
      : Promise.resolve();

  const { noMatch } = list;
  return (
    <>
      {props.header}
      <Card padding="flush" {...props.head}>
        {!props.bare && (
          <ListBar
            search={
              list.search && {
                label: list.search.label[language],
                value: view.search,
                onChange: (search) => change({ search }),
              }
            }
            tools={
              <>
                {settled && (
                  <ListTools
                    screen={props.views ?? list.name}
                    columns={columns}
                    table={table}
                    parameters={settled}
                  />
                )}
                {download && (
                  <ExportMenu
                    disabled={total === 0}
                    onExport={(file) => save(file)}
                    {...(list.file?.fixed && { hint: t('export.hintAll') })}
                  />
                )}
              </>
            }
            chips={chips}
          >
            {props.bar}
            <Filters {...props} change={change} inUse={inUse} />
          </ListBar>
        )}
        <DataTable<Row>
          label={props.label}
          columns={columns}
          {...lookProps(table)}
          rows={rows}
          {...(scrolled && { lazy: scrolled })}
          scrollKey={`${list.name} ${location.key}`}
          keyOf={keyOf}
          {...(list.sort?.by.some((id) => id in list.columns) &&
            sortProps<string>(view, list.sort.by, first, (order) => change({ ...order })))}
          {...(props.onOpen && { onOpen: props.onOpen })}
          {...(props.hrefOf && { hrefOf: props.hrefOf })}
          {...(selection && {
            selected: props.allSelected ? new Set(rows.map(keyOf)) : selection.ids,
            onSelectedChange: (ids) => selection.chooseIds(ids, rows),
          })}
          {...(scrolled && props.onSelectAll && { onSelectAll: () => void selectAll(props.onSelectAll) })}
          {...('rowAt' in found
            ? { loading: found.loading, fetching: found.fetching, error: found.error, onRetry: found.retry }
            : queryProps(found))}
          {...(props.rowHeight && { rowHeight: props.rowHeight })}
          {...(props.maxHeight && { maxHeight: props.maxHeight })}
          card={props.card}
          cardHeight={props.cardHeight}
          empty={
            view.search !== '' || inUse.length > 0 ? (
              <NoMatch
                title={noMatch.title[language]}
                {...(noMatch.text && { text: noMatch.text[language] })}
                clear={noMatch.clear[language]}
                onClear={clear}
              />
            ) : (
              props.empty
            )
          }
          footer={
            list.pages ? (
              <Pager
                total={total}
                page={view.page}
                size={view.size}
                sizes={list.pages.sizes ?? PAGE_SIZES}
                autoScroll={!props.head}
                onChange={change}
              />
            ) : (
              props.counted && <span role="status">{props.counted(total)}</span>
            )
          }
        />
      </Card>
      {selection && (
        <BulkBar
          count={props.allSelected ? total : [...selection.ids].filter((id) => !gone?.has(id)).length}
          total={total}
          {...(props.onSelectAll && { onSelectAll: () => selectAll(props.onSelectAll) })}
          onClear={selection.clear}
        >
          {props.bulk}
          {props.exportSelected && download && (
            <ExportMenu label={props.exportSelected} onExport={(file) => save(file, [...selection.ids])} />
          )}
        </BulkBar>
      )}
    </>
  );
}

async function selectAll(run: (() => unknown) | undefined): Promise<void> {
  try {
    await run?.();
  } catch (error) {
    notifyError(error);
  }
}

interface FiltersProps<L extends List, Row extends object> extends DeclaredListProps<L, Row> {
  change: (next: AnyView) => void;
  inUse: readonly string[];
}

/** The filters in the bar, in a sheet on phones, and behind their button. */
function Filters<L extends List, Row extends object>({
  list,
  place: { view },
  found,
  change,
  inUse,
  ...extras
}: FiltersProps<L, Row>) {
  const { options, inputs, without } = extras;
  const shared = { options, inputs, view, set: change, failure: found.error };
  const [bar, sheet, panel] = (['bar', 'sheet', 'panel'] as const).map((each) =>
    filtersIn(list, [each], without),
  ) as [ReturnType<typeof filtersIn>, ReturnType<typeof filtersIn>, ReturnType<typeof filtersIn>];
  const countOf = (filters: typeof bar) =>
    filters
      .filter(([id]) => inUse.includes(id))
      .reduce(
        (sum, [id, { kind }]) => sum + (kind === 'texts' ? ((view as AnyView)[id] as string[]) : [id]).length,
        0,
      );
  return (
    <>
      <FilterInputs {...shared} filters={bar} />
      {sheet.length > 0 && (
        <BarFilters count={countOf(sheet)}>
          {(isSheet) => <FilterInputs {...shared} filters={sheet} inPanel={isSheet} />}
        </BarFilters>
      )}
      {panel.length > 0 && (
        <FilterPopover count={countOf(panel)} width={340}>
          {(close) => (
            <Suspense fallback={<SkeletonRows rows={panel.length} />}>
              <FilterPanel
                filters={panel}
                view={view}
                options={options}
                inputs={inputs}
                onApply={change}
                onClose={close}
              />
            </Suspense>
          )}
        </FilterPopover>
      )}
    </>
  );
}
