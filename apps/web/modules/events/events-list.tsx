import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCheck, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  exportEvents,
  listEvents,
  MAX_ACKNOWLEDGED,
  type ThingEvent,
} from '@voltloop/contract/calls/events.ts';
import { Card, EmptyState, languageOf, NoPermission, useFormat } from '@voltloop/ui';
import { DataTable } from '@voltloop/ui/data-table.tsx';
import { BulkBar } from '@voltloop/ui/list/bulk-bar.tsx';
import { PAGE_SIZES } from '@voltloop/ui/page-numbers.ts';
import { Pager } from '@voltloop/ui/pager.tsx';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { isRefused } from '../../api/errors.ts';
import { useAccount } from '../../context/use-account.ts';
import { useSiteChip } from '../../parts/devices/use-site-chip.ts';
import { downloadFile } from '../../parts/download-file.ts';
import chipStyles from '../../parts/list/chips.module.css';
import { ExportMenu } from '../../parts/list/export-menu.tsx';
import { FilterPopover, SHEET } from '../../parts/list/filter-popover.tsx';
import { ListBar, ListTools } from '../../parts/list/list-bar.tsx';
import { NoMatch } from '../../parts/list/no-match.tsx';
import { lookProps, queryProps, sortProps } from '../../parts/list/table-props.ts';
import { useTableView } from '../../parts/list/use-table-view.ts';
import { notifyError } from '../../parts/notify-error.ts';
import { toast } from '../../parts/toast.ts';
import { useNow } from '../../parts/use-now.ts';
import { AckDialog } from './ack-dialog.tsx';
import { EventDrawer } from './event-drawer.tsx';
import styles from './events-list.module.css';
import {
  defaultView,
  type EventSpan,
  type EventView,
  eventSorts,
  eventSources,
  eventSpans,
  filterOf,
  viewFromUrl,
  viewToUrl,
} from './events-url.ts';
import { eventCount, eventPage } from './queries.ts';
import { EventCard, useEventColumns } from './use-event-columns.tsx';

const levels = [
  { level: 3, name: 'fault', tone: 'danger' },
  { level: 2, name: 'warning', tone: 'warning' },
  { level: 1, name: 'notice', tone: 'info' },
] as const;
const NONE: ReadonlySet<string> = new Set();

/** The list of events with its filters in the URL, a details drawer, and acknowledging one or many. */
export function EventsList() {
  const { t } = useTranslation(['events', 'things']);
  const format = useFormat();
  const { tenantId, roleId } = useAccount();
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const view = useMemo(() => viewFromUrl(new URLSearchParams(query)), [query]);
  const show = (next: Partial<EventView>) =>
    setParams((now) => viewToUrl({ ...viewFromUrl(now), page: 1, ...next }, now), {
      replace: true,
      preventScrollReset: true,
    });
  const open = (id: string | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (id) next.set('event', id);
        else next.delete('event');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );

  const now_ms = useNow(60_000);
  const filter = useMemo(() => filterOf(view, now_ms), [view, now_ms]);
  const page = useQuery(eventPage(tenantId, view, filter));
  // Each chip counts what it would find: the filter without levels.
  const ofAnyLevel = useMemo(() => filterOf({ ...view, levels: [] }, now_ms), [view, now_ms]);
  const counts = useQuery(eventCount(tenantId, ofAnyLevel)).data;
  const columns = useEventColumns('HE_BAT');
  const table = useTableView<ThingEvent>('events', columns);

  const siteChip = useSiteChip(view.site ?? '');
  const isPhone = useMediaQuery(SHEET, undefined, { getInitialValueInEffect: false });
  const mayAcknowledge = roleId <= 4;
  const [selected, setSelected] = useState<ReadonlySet<string>>(NONE);
  const [acking, setAcking] = useState<readonly string[]>([]);
  // The selection belongs to the filter.
  const filterKey = JSON.stringify(ofAnyLevel) + view.levels.join();
  useEffect(() => setSelected(NONE), [filterKey]);
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
  const filtered = filterKey !== JSON.stringify(filterOf(defaultView, now_ms));
  const chips = (['devid', 'code', 'rule', 'account', 'site'] as const).flatMap((id) => {
    const value = view[id];
    return value === null
      ? []
      : [
          {
            id,
            text: id === 'site' ? siteChip : t(`filter.${id}`, { value }),
            onRemove: () => show({ [id]: null }),
          },
        ];
  });

  const sourceAndSpan = (size: 'xs' | 'sm') => (
    <>
      <NativeSelect
        size={size}
        aria-label={t('list.source')}
        value={view.source ?? ''}
        onChange={({ currentTarget }) =>
          show({ source: eventSources.find((source) => source === currentTarget.value) ?? null })
        }
        data={[
          { value: '', label: `${t('list.source')}: ${t('list.anySource')}` },
          ...eventSources.map((source) => ({ value: source, label: t(`source.${source}`) })),
        ]}
      />
      <NativeSelect
        size={size}
        aria-label={t('list.span')}
        value={view.span ?? ''}
        onChange={(event) => show({ span: (event.currentTarget.value || null) as EventSpan | null })}
        data={[
          { value: '', label: t('list.anyTime') },
          ...Object.keys(eventSpans).map((span) => ({ value: span, label: t(`span.${span}`) })),
        ]}
      />
    </>
  );

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
          chips={{
            filters: chips,
            onClear: () => show({ devid: null, code: null, rule: null, account: null, site: null }),
          }}
        >
          <SegmentedControl
            size="xs"
            aria-label={t('list.state')}
            value={view.state === null ? 'all' : String(view.state)}
            onChange={(value) => show({ state: value === 'all' ? null : Number(value) })}
            data={[
              { value: '1', label: t('list.active') },
              { value: '2', label: t('list.cleared') },
              { value: 'all', label: t('list.all') },
            ]}
          />
          <fieldset className={chipStyles.chips} aria-label={t('list.levels')}>
            {levels.map(({ level, name, tone }) => (
              <button
                key={level}
                type="button"
                className={chipStyles.chip}
                data-tone={tone}
                aria-pressed={view.levels.includes(level)}
                onClick={() =>
                  show({
                    levels: view.levels.includes(level)
                      ? view.levels.filter((each) => each !== level)
                      : [...view.levels, level].sort(),
                  })
                }
              >
                {t(`level.${name}`, { ns: 'things' })}
                <span className={chipStyles.count}>{counts ? format.number(counts[name]) : ''}</span>
              </button>
            ))}
            <button
              type="button"
              className={chipStyles.chip}
              aria-pressed={view.unseen}
              onClick={() => show({ unseen: !view.unseen })}
            >
              {t('list.unseen')}
            </button>
          </fieldset>
          {isPhone ? (
            <FilterPopover count={(view.source ? 1 : 0) + (view.span ? 1 : 0)} width={320}>
              {() => <div className={styles.sheet}>{sourceAndSpan('sm')}</div>}
            </FilterPopover>
          ) : (
            sourceAndSpan('xs')
          )}
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
            filtered ? (
              <NoMatch
                title={t('list.noMatch')}
                text={t('list.noMatchText')}
                clear={t('list.clear')}
                onClear={() => show(defaultView)}
              />
            ) : (
              <EmptyState
                icon={<IconCircleCheck size={22} stroke={1.6} />}
                title={t('list.quiet')}
                text={t('list.quietText')}
                action={
                  <Button variant="default" size="xs" onClick={() => show({ state: null })}>
                    {t('list.all')}
                  </Button>
                }
              />
            )
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
      <AckDialog ids={acking} onClose={() => setAcking([])} onDone={() => setSelected(NONE)} />
      <EventDrawer id={params.get('event')} onClose={() => open(null)} />
    </>
  );
}
