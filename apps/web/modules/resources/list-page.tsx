import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { isRefused } from '../../api/errors.ts';
import { languageOf } from '../../context/language-of.ts';
import { downloadFile } from '../../ui/download/download-file.ts';
import { Card, listed, NoPermission, useFormat } from '../../ui/index.ts';
import { BulkBar } from '../../ui/list/bulk-bar.tsx';
import { ExportMenu } from '../../ui/list/export-menu.tsx';
import { ListBar, ListTools } from '../../ui/list/list-bar.tsx';
import { lookProps, queryProps } from '../../ui/list/table-props.ts';
import { useTableView } from '../../ui/list/use-table-view.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { localized } from './fields.ts';
import { inSentence } from './in-sentence.ts';
import { useColumns } from './list/columns.tsx';
import { FilterPanel } from './list/filter-panel.tsx';
import styles from './list/list.module.css';
import { ListHeader, NoRows } from './list/list-header.tsx';
import { isNarrowed, type ListView, listFromUrl, listToUrl } from './list/list-url.ts';
import { RowCard } from './list/row-card.tsx';
import { ResourceMenu } from './list/row-menu.tsx';
import { SelectionButtons } from './list/selection-buttons.tsx';
import { useChips } from './list/use-chips.tsx';
import { useChosenRows } from './list/use-chosen-rows.ts';
import { type Loaded, listScreen, rowPath, useLoaded } from './loaded.ts';
import { chosenBy, rowsPage, rowsTotal } from './queries.ts';
import { RowActions, type RowRequest } from './row-actions.tsx';
import { useRights } from './use-rights.ts';
import type { Row } from './views.ts';

const NO_ROWS: readonly Row[] = [];

/** The list of a resource by its declaration, with filters, order and columns as the account has set them. */
export default function ListPage() {
  const loaded = useLoaded();
  return <ResourceList key={loaded.resource.name} loaded={loaded} />;
}

function ResourceList({ loaded }: { loaded: Loaded }) {
  const { t, i18n } = useTranslation('backoffice');
  const { resource, calls } = loaded;
  const format = useFormat();
  const zone = format.zoneName;
  const may = useRights(resource);
  const location = useLocation();
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const view = useMemo(() => listFromUrl(resource, new URLSearchParams(query)), [resource, query]);
  const { chosen, ...choice } = useChosenRows(loaded, view);
  const [request, setRequest] = useState<RowRequest | null>(null);

  const show = (next: Partial<ListView>) => {
    const page = 'page' in next ? {} : { page: 1 };
    setParams(listToUrl(resource, { ...view, ...page, ...next }, params), {
      replace: true,
      preventScrollReset: true,
    });
  };
  const menu = useCallback(
    (row: Row, active: boolean) => (
      <ResourceMenu loaded={loaded} row={row} active={active} onRequest={setRequest} />
    ),
    [loaded],
  );
  const columns = useColumns(loaded, menu);
  const screen = listScreen(resource.name);
  const table = useTableView(screen, columns);
  // All chosen columns are shown; none is hidden on narrow screens.
  const chose = table.view.columns.some(({ hidden }) => hidden !== undefined);
  const drawn = useMemo(
    () => (chose ? columns.map(({ hideBelow: _leaves, ...column }) => column) : columns),
    [chose, columns],
  );
  const found = useQuery(rowsPage(loaded, view, zone));
  const uncounted = found.data?.total === null && !found.isPlaceholderData;
  const counted = useQuery({ ...rowsTotal(loaded, view, zone), enabled: uncounted });
  const chips = useChips(loaded, view, show);

  if (isRefused(found.error)) return <NoPermission />;
  const rows = found.data?.list ?? NO_ROWS;
  const total = found.data ? (found.data.total ?? counted.data ?? null) : 0;
  const exportRows = (what: 'csv' | 'xlsx', ids?: readonly string[]) =>
    downloadFile(calls.exportExcel, {
      query: {
        format: what,
        language: languageOf(i18n.language),
        columns: table.shown.map(({ id }) => id).join(','),
        ...chosenBy(resource, view, zone),
        ...(ids ? { ids: ids.join(',') } : {}),
      },
    });
  return (
    <div className={styles.page}>
      <ListHeader loaded={loaded} onRequest={setRequest} />
      <Card padding="flush">
        <ListBar
          className={styles.bar}
          search={
            resource.list.search.length > 0 && {
              label: t('search', { fields: searchedIn(loaded, i18n.language) }),
              value: view.search,
              onChange: (search) => show({ search }),
            }
          }
          tools={
            <ListTools screen={screen} columns={columns} table={table}>
              {may.export && <ExportMenu onExport={(what) => exportRows(what)} disabled={total === 0} />}
            </ListTools>
          }
          chips={{ filters: chips, onClear: () => show({ filters: {} }) }}
        >
          <FilterPanel loaded={loaded} view={view} onApply={(filters) => show({ filters })} />
        </ListBar>
        <DataTable<Row>
          label={localized(resource.many, i18n.language)}
          columns={drawn}
          {...lookProps(table)}
          rows={rows}
          scrollKey={location.key}
          keyOf={(row) => row.id}
          sort={{ id: view.sort.field, desc: view.sort.desc }}
          onSortChange={(sort) =>
            show({
              sort: sort
                ? { field: sort.id, desc: sort.desc }
                : { field: resource.list.sort.field, desc: resource.list.sort.desc === true },
            })
          }
          hrefOf={(row) => rowPath(resource.name, row.id)}
          selected={new Set(chosen.keys())}
          onSelectedChange={(ids) => choice.select(ids, rows)}
          {...queryProps(found)}
          card={(row, { active }) => (
            <RowCard loaded={loaded} row={row} shown={table.shown} menu={menu(row, active)} />
          )}
          cardHeight={92}
          empty={
            <NoRows
              loaded={loaded}
              narrowed={isNarrowed(view)}
              onClear={() => show({ search: '', filters: {} })}
            />
          }
          footer={
            found.data && (
              <Pager
                total={total}
                onRetryTotal={counted.isError ? () => void counted.refetch() : undefined}
                page={view.page}
                size={view.size}
                onChange={show}
              />
            )
          }
        />
        <BulkBar
          count={chosen.size}
          total={total}
          onSelectAll={() => choice.selectAll(view, zone)}
          onClear={choice.clear}
        >
          <SelectionButtons loaded={loaded} chosen={chosen} onRequest={setRequest} />
          {may.export && (
            <ExportMenu
              label={t('exportSelected')}
              hint={t('exportSelectedHint')}
              onExport={(what) => exportRows(what, [...chosen.keys()])}
            />
          )}
        </BulkBar>
      </Card>
      <RowActions
        loaded={loaded}
        request={request}
        onClose={() => setRequest(null)}
        onDeleted={(ids) => choice.keep((id) => !ids.includes(id))}
        onRefused={(ids) => choice.keep((id) => ids.has(id))}
      />
    </div>
  );
}

function searchedIn({ resource }: Loaded, language: string): string {
  const labels = resource.list.search.flatMap((name) => {
    const field = resource.fields[name];
    return field ? [inSentence(localized(field.label, language))] : [];
  });
  return listed(labels, language);
}
