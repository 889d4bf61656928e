import { Button } from '@mantine/core';
import { IconHistory, IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { exportLog, type LogRow } from '@voltloop/contract/calls/log.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isRefused } from '../../api/errors.ts';
import { languageOf } from '../../context/language-of.ts';
import { useRight } from '../../context/rights.ts';
import styles from '../../ui/dialog/drawer-list.module.css';
import { downloadFile } from '../../ui/download/download-file.ts';
import { Card, EmptyState, NoPermission, PageHeader, useFormat } from '../../ui/index.ts';
import { ExportMenu } from '../../ui/list/export-menu.tsx';
import { ListBar, ListTools } from '../../ui/list/list-bar.tsx';
import { lookProps, queryProps } from '../../ui/list/table-props.ts';
import { useTableView } from '../../ui/list/use-table-view.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { useNow } from '../../ui/time/use-now.ts';
import { ChainDialog, ChainEnd } from './chain-dialog.tsx';
import { LogCard, useLogColumns } from './log-columns.tsx';
import { LogFilters } from './log-filters.tsx';
import { defaultView, filterOf, type LogView, SIZES, viewFromUrl, viewToUrl } from './log-url.ts';
import { logPage } from './queries.ts';

const LogDrawer = lazy(async () => ({ default: (await import('./log-drawer.tsx')).LogDrawer }));

/** The audit trail of the tenant: who did what, when and from where, and whether any row was changed since. */
export default function LogPage() {
  const { t } = useTranslation('log');
  const format = useFormat();
  const language = languageOf(format.language);
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const view = useMemo(() => viewFromUrl(new URLSearchParams(query)), [query]);
  const show = (next: Partial<LogView>) =>
    setParams((now) => viewToUrl({ ...viewFromUrl(now), page: 1, ...next }, now), {
      replace: true,
      preventScrollReset: true,
    });
  const row = Number(params.get('row'));
  const open = (seq: number | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (seq) next.set('row', String(seq));
        else next.delete('row');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const [checking, setChecking] = useState(false);
  const mayExport = useRight(rights.log.export);
  const mayCheck = useRight(rights.log.check);

  // Days are in the user's zone, like the times shown.
  const zone = format.zoneName;
  const now_ms = useNow(60_000);
  const filter = useMemo(() => filterOf(view, now_ms, zone), [view, now_ms, zone]);
  const page = useQuery(logPage(view, filter));
  const columns = useLogColumns(language);
  const table = useTableView<LogRow>('log', columns);

  if (isRefused(page.error)) return <NoPermission />;
  const total = page.data?.total ?? 0;
  const filtered = JSON.stringify(filter) !== '{}';
  const removeObject = () => show({ object: null });
  const chips = view.object
    ? [{ id: 'object', text: t('filter.object', { value: view.object }), onRemove: removeObject }]
    : [];

  return (
    <div className={styles.page}>
      <PageHeader
        title={t('title')}
        description={t('description')}
        tools={
          mayCheck && (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconLink size={16} stroke={1.8} />}
              onClick={() => setChecking(true)}
            >
              {t('chain.button')}
            </Button>
          )
        }
      />
      <Card padding="flush">
        <ListBar
          className={styles.bar}
          search={{ label: t('search'), value: view.search, onChange: (search) => show({ search }) }}
          tools={
            <ListTools screen="log" columns={columns} table={table}>
              {mayExport && (
                <ExportMenu
                  disabled={total === 0}
                  onExport={(fileFormat) =>
                    downloadFile(exportLog, {
                      query: { ...filter, order: view.order, format: fileFormat, language },
                      fallbackName: `log.${fileFormat}`,
                    })
                  }
                />
              )}
            </ListTools>
          }
          chips={{ filters: chips, onClear: removeObject }}
        >
          <LogFilters view={view} show={show} language={language} failure={page.error} />
        </ListBar>
        <DataTable<LogRow>
          label={t('title')}
          columns={columns}
          {...lookProps(table)}
          rows={page.data?.list ?? []}
          keyOf={(each) => String(each.seq)}
          sort={{ id: 'time', desc: view.order === 'desc' }}
          onSortChange={(sort) => show({ order: sort && !sort.desc ? 'asc' : 'desc' })}
          onOpen={(each) => open(each.seq)}
          {...queryProps(page)}
          card={(each) => <LogCard row={each} language={language} />}
          cardHeight={92}
          empty={
            <EmptyState
              icon={<IconHistory size={22} stroke={1.6} />}
              title={t(filtered ? 'noMatch' : 'none')}
              text={t(filtered ? 'noMatchText' : 'noneText')}
              action={
                filtered && (
                  <Button variant="default" size="xs" onClick={() => show(defaultView)}>
                    {t('filter.clear')}
                  </Button>
                )
              }
            />
          }
          footer={
            total > SIZES[0] && (
              <Pager
                page={view.page}
                size={view.size}
                sizes={SIZES}
                total={total}
                onChange={({ page: next, size }) => show({ page: next, size })}
              />
            )
          }
        />
      </Card>
      <ChainEnd />
      <ChainDialog
        opened={checking}
        onClose={() => setChecking(false)}
        onRow={(seq) => {
          setChecking(false);
          open(seq);
        }}
      />
      {row > 0 && (
        <Suspense>
          <LogDrawer
            seq={row}
            onClose={() => open(null)}
            onObject={(type, object) =>
              setParams(viewToUrl({ ...defaultView, type, object }), { preventScrollReset: true })
            }
          />
        </Suspense>
      )}
    </div>
  );
}
