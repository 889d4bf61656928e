import { Button } from '@mantine/core';
import { IconCheck, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  exportEvents,
  listEvents,
  MAX_ACKNOWLEDGED,
  type ThingEvent,
} from '@voltloop/contract/calls/events.ts';
import { eventsList } from '@voltloop/contract/lists/events.list.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { languageOf } from '../../context/language-of.ts';
import { useAccount } from '../../context/use-account.ts';
import { useSiteChip } from '../../ui/devices/use-site-chip.ts';
import { downloadFile } from '../../ui/download/download-file.ts';
import { EmptyState, useFormat } from '../../ui/index.ts';
import { DeclaredList } from '../../ui/list/declared-list.tsx';
import { useListPlace } from '../../ui/list/use-list-place.ts';
import { useListSelection } from '../../ui/list/use-list-selection.ts';
import { toast } from '../../ui/toast/toast.ts';
import { EventCard, useEventCells } from './event-cells.tsx';
import { EventDrawer } from './event-drawer.tsx';
import { LevelFilter, StateFilter, UnseenFilter } from './event-filters.tsx';
import { eventCount, eventPage } from './queries.ts';

const AckDialog = lazy(async () => ({ default: (await import('./ack-dialog.tsx')).AckDialog }));

const keyOf = (event: ThingEvent) => event.id;

/** The list of events with a details drawer, and acknowledging one or many. */
export function EventsList() {
  const { t } = useTranslation('events');
  const format = useFormat();
  const language = languageOf(format.language);
  const { tenantId, roleId } = useAccount();
  const place = useListPlace(eventsList);
  const { view, show } = place;
  const { sort: _sort, order: _order, ...filter } = place.wanted;
  const found = useQuery(eventPage(tenantId, place));
  // Each level counts what it would find: the filter without levels.
  const { level: _level, ...ofAnyLevel } = filter;
  const counts = useQuery(eventCount(tenantId, ofAnyLevel)).data;
  const cells = useEventCells('HE_BAT');
  const site = useSiteChip(view.site ?? '');
  const [params, setParams] = useSearchParams();
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
  const selection = useListSelection(place, keyOf);
  const [acking, setAcking] = useState<readonly string[]>([]);
  const selectAll = async () => {
    const all = await call(listEvents, {
      params: { tenantId },
      query: { ...filter, page_size: MAX_ACKNOWLEDGED },
    });
    selection.choose(all.list);
    if (all.total > MAX_ACKNOWLEDGED)
      toast.info({ ns: 'events', key: 'ack.tooMany', values: { n: format.number(MAX_ACKNOWLEDGED) } });
  };
  return (
    <>
      <DeclaredList
        list={eventsList}
        place={place}
        label={t('list.label')}
        found={found}
        keyOf={keyOf}
        cells={cells}
        inputs={{
          state: (value, set) => <StateFilter value={value} set={set} />,
          levels: (value, set) => <LevelFilter value={value} set={set} counts={counts} />,
          unseen: (value, set) => <UnseenFilter value={value} set={set} />,
        }}
        chips={{
          site,
          rule: eventsList.filters.rule.label[language],
          account: eventsList.filters.account.label[language],
        }}
        onOpen={(event) => open(event.id)}
        {...(roleId <= 4 && { selection, onSelectAll: selectAll })}
        bulk={
          <Button
            size="xs"
            leftSection={<IconCheck size={15} stroke={2} />}
            onClick={() => setAcking([...selection.ids])}
          >
            {t('ack.many')}
          </Button>
        }
        card={(event) => <EventCard event={event} />}
        cardHeight={94}
        empty={
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
        }
        download={({ columns: _all, ...file }) =>
          downloadFile(exportEvents, {
            params: { tenantId },
            query: { ...filter, ...file },
            fallbackName: `events.${file.format}`,
          })
        }
      />
      {acking.length > 0 && (
        <Suspense>
          <AckDialog ids={acking} onClose={() => setAcking([])} onDone={selection.clear} />
        </Suspense>
      )}
      <EventDrawer id={params.get('event')} onClose={() => open(null)} />
    </>
  );
}
