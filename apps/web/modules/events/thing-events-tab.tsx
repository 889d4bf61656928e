import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Thing } from '@voltloop/contract';
import type { ThingEvent } from '@voltloop/contract/calls/events.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAccount } from '../../context/use-account.ts';
import { Card, EmptyState } from '../../ui/index.ts';
import { queryProps } from '../../ui/list/table-props.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FIRST_PAGE } from '../../ui/table/page-numbers.ts';
import { Pager } from '../../ui/table/pager.tsx';
import { EventDrawer } from './event-drawer.tsx';
import { defaultView, eventsPath, filterOf } from './events-url.ts';
import { eventPage } from './queries.ts';
import { EventCard, useEventColumns } from './use-event-columns.tsx';

/** All events of one device, newest first, including past ones. */
export default function ThingEventsTab({ thing }: { thing: Thing }) {
  const { t } = useTranslation('events');
  const { tenantId } = useAccount();
  const [page, setPage] = useState<{ page: number; size: number }>(FIRST_PAGE);
  const [opened, setOpened] = useState<string | null>(null);
  const view = useMemo(
    () => ({ ...defaultView, state: null, devid: thing.devid, ...page }),
    [thing.devid, page],
  );
  const rows = useQuery(eventPage(tenantId, view, filterOf(view, 0)));
  const columns = useEventColumns(thing.info_model_id, true);
  const total = rows.data?.total ?? 0;
  return (
    <Card
      title={t('thing.title')}
      description={t('thing.hint', { zone: thing.time_zone })}
      padding="flush"
      tools={
        <Button
          component={Link}
          to={eventsPath({ devid: thing.devid, state: null })}
          variant="default"
          size="xs"
        >
          {t('thing.open')}
        </Button>
      }
    >
      <DataTable<ThingEvent>
        label={t('thing.title')}
        columns={columns}
        rows={rows.data?.list ?? []}
        keyOf={(event) => event.id}
        onOpen={(event) => setOpened(event.id)}
        {...queryProps(rows)}
        card={(event) => <EventCard event={event} />}
        cardHeight={94}
        empty={<EmptyState compact title={t('thing.none')} text={t('thing.noneText')} />}
        footer={
          total > FIRST_PAGE.size && (
            <Pager page={page.page} size={page.size} total={total} onChange={setPage} />
          )
        }
      />
      <EventDrawer id={opened} onClose={() => setOpened(null)} />
    </Card>
  );
}
