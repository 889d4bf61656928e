import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Thing } from '@voltloop/contract';
import type { ColumnOf } from '@voltloop/contract/lists/define-list.ts';
import { eventsList } from '@voltloop/contract/lists/events.list.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAccount } from '../../context/use-account.ts';
import { EmptyState } from '../../ui/index.ts';
import { DeclaredList } from '../../ui/list/declared-list.tsx';
import { useListPlace } from '../../ui/list/use-list-place.ts';
import { EventCard, useEventCells } from './event-cells.tsx';
import { EventDrawer } from './event-drawer.tsx';
import { eventsPath } from './events-path.ts';
import { eventPage } from './queries.ts';

const notHere: readonly ColumnOf<typeof eventsList>[] = ['devid', 'ack', 'source', 'code', 'note'];

/** All events of one device, newest first, including past ones. */
export default function ThingEventsTab({ thing }: { thing: Thing }) {
  const { t } = useTranslation('events');
  const { tenantId } = useAccount();
  const place = useListPlace(eventsList, { state: null, devid: thing.devid });
  const [opened, setOpened] = useState<string | null>(null);
  const found = useQuery(eventPage(tenantId, place));
  const cells = useEventCells(thing.info_model_id);
  return (
    <>
      <DeclaredList
        bare
        list={eventsList}
        place={place}
        label={t('thing.title')}
        head={{
          title: t('thing.title'),
          description: t('thing.hint', { zone: thing.time_zone }),
          tools: (
            <Button
              component={Link}
              to={eventsPath({ devid: thing.devid, state: 'all' })}
              variant="default"
              size="xs"
            >
              {t('thing.open')}
            </Button>
          ),
        }}
        found={found}
        keyOf={(event) => event.id}
        cells={cells}
        withoutColumns={notHere}
        onOpen={(event) => setOpened(event.id)}
        card={(event) => <EventCard event={event} />}
        cardHeight={94}
        empty={<EmptyState compact title={t('thing.none')} text={t('thing.noneText')} />}
      />
      <EventDrawer id={opened} onClose={() => setOpened(null)} />
    </>
  );
}
