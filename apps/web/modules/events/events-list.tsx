import { Button } from '@mantine/core';
import { IconCheck, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  exportEvents,
  listEvents,
  MAX_ACKNOWLEDGED,
  type ThingEvent,
} from '@voltloop/contract/calls/events.ts';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { isRefused } from '../../api/errors.ts';
import { languageOf } from '../../context/language-of.ts';
import { useAccount } from '../../context/use-account.ts';
import { downloadFile } from '../../ui/download/download-file.ts';
import { Card, EmptyState, NoPermission, useFormat } from '../../ui/index.ts';
import { BulkBar } from '../../ui/list/bulk-bar.tsx';
import { ExportMenu } from '../../ui/list/export-menu.tsx';
import { ListBar, ListTools } from '../../ui/list/list-bar.tsx';
import { NoMatch } from '../../ui/list/no-match.tsx';
import { lookProps, queryProps, sortProps } from '../../ui/list/table-props.ts';
import { useStateOfFilter } from '../../ui/list/use-state-of-filter.ts';
import { useTableView } from '../../ui/list/use-table-view.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { PAGE_SIZES } from '../../ui/table/page-numbers.ts';
import { Pager } from '../../ui/table/pager.tsx';
import { useNow } from '../../ui/time/use-now.ts';
import { notifyError } from '../../ui/toast/notify-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { EventDrawer } from './event-drawer.tsx';
import { EventFilters } from './event-filters.tsx';
import styles from './events-list.module.css';
import { defaultView, eventSorts, filterOf } from './events-url.ts';
import { eventCount, eventPage } from './queries.ts';
import { useEventChips } from './use-event-chips.ts';
import { EventCard, useEventColumns } from './use-event-columns.tsx';
import { useEventsUrl } from './use-events-url.ts';

const AckDialog = lazy(async () => ({ default: (await import('./ack-dialog.tsx')).AckDialog }));

const NONE: ReadonlySet<string> = new Set();
/** The part of a view that moves only within the found events. */
const place = { page: 0, size: 0, sort: null, order: null };

/** The list of events with its filters in the URL, a details drawer, and acknowledging one or many. */
export function EventsList() {
  const { t } = useTranslation(['events', 'things']);
  const format = useFormat();
  const { tenantId, roleId } = useAccount();
  const { view, show, opened, open } = useEventsUrl();
  const now_ms = useNow(60_000);
  const filter = useMemo(() => filterOf(view, now_ms), [view, now_ms]);
  const page = useQuery(eventPage(tenantId, view, filter));
  // Each chip counts what it would find: the filter without levels.
  const ofAnyLevel = useMemo(() => filterOf({ ...view, levels: [] }, now_ms), [view, now_ms]);
  const counts = useQuery(eventCount(tenantId, ofAnyLevel)).data;
  const columns = useEventColumns('HE_BAT');
  const table = useTableView<ThingEvent>('events', columns);

  const chips = useEventChips(view, show);
  const mayAcknowledge = roleId <= 4;
  // Not of `filter`, whose time moves on with every minute.
  const [selected, setSelected] = useStateOfFilter({ ...view, ...place }, NONE);
  const [acking, setAcking] = useState<readonly string[]>([]);
  const total = page.data?.total ?? 0;
  const selectAll = async () => {
    try {
      const all = await call(listEvents, {
        params: { tenantId },
        query: { ...filter, page_size: MAX_ACKNOWLEDGED },
      });
      setSelected(new Set(all.list.map((event) => event.id)));
      if (all.total > MAX_ACKNOWLEDGED)
        toast.info({ ns: 'events', key: 'ack.tooMany', values: { n: format.number(MAX_ACKNOWLEDGED) } });
    } catch (error) {
      notifyError(error);
    }
  };

  if (isRefused(page.error)) return <NoPermission />;
  const filtered = JSON.stringify(filter) !== JSON.stringify(filterOf(defaultView, now_ms));
  return (
    <>
      <Card padding="flush">
        <ListBar
          className={styles.bar}
          search={{ label: t('list.search'), value: view.search, onChange: (search) => show({ search }) }}
          tools={
            <ListTools screen="events" columns={columns} table={table}>
              <ExportMenu
                disabled={total === 0}
                onExport={(fileFormat) =>
                  downloadFile(exportEvents, {
                    params: { tenantId },
                    query: {
                      ...filter,
                      format: fileFormat,
                      language: languageOf(format.language),
                    },
                    fallbackName: `events.${fileFormat}`,
                  })
                }
              />
            </ListTools>
          }
          chips={chips}
        >
          <EventFilters view={view} show={show} counts={counts} />
        </ListBar>
        <DataTable<ThingEvent>
          label={t('list.label')}
          columns={columns}
          {...lookProps(table)}
          rows={page.data?.list ?? []}
          keyOf={(event) => event.id}
          {...sortProps(view, eventSorts, defaultView, show)}
          onOpen={(event) => open(event.id)}
          {...(mayAcknowledge && { selected, onSelectedChange: setSelected })}
          {...queryProps(page)}
          card={(event) => <EventCard event={event} />}
          cardHeight={94}
          empty={
            <NoEvents
              filtered={filtered}
              onClear={() => show(defaultView)}
              onShowAll={() => show({ state: null })}
            />
          }
          footer={
            total > PAGE_SIZES[0] && (
              <Pager
                page={view.page}
                size={view.size}
                total={total}
                onChange={({ page, size }) => show({ page, size })}
              />
            )
          }
        />
      </Card>
      <BulkBar count={selected.size} total={total} onSelectAll={selectAll} onClear={() => setSelected(NONE)}>
        <Button
          size="xs"
          leftSection={<IconCheck size={15} stroke={2} />}
          onClick={() => setAcking([...selected])}
        >
          {t('ack.many')}
        </Button>
      </BulkBar>
      {acking.length > 0 && (
        <Suspense>
          <AckDialog ids={acking} onClose={() => setAcking([])} onDone={() => setSelected(NONE)} />
        </Suspense>
      )}
      <EventDrawer id={opened} onClose={() => open(null)} />
    </>
  );
}

function NoEvents({
  filtered,
  onClear,
  onShowAll,
}: {
  filtered: boolean;
  onClear: () => void;
  onShowAll: () => void;
}) {
  const { t } = useTranslation(['events', 'things']);
  if (filtered)
    return (
      <NoMatch
        title={t('list.noMatch')}
        text={t('list.noMatchText')}
        clear={t('list.clear')}
        onClear={onClear}
      />
    );
  return (
    <EmptyState
      icon={<IconCircleCheck size={22} stroke={1.6} />}
      title={t('list.quiet')}
      text={t('list.quietText')}
      action={
        <Button variant="default" size="xs" onClick={onShowAll}>
          {t('list.all')}
        </Button>
      }
    />
  );
}
