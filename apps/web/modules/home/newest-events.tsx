import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageOf } from '../../context/language-of.ts';
import { Card, EmptyState, RelativeTime, useFormat } from '../../ui/index.ts';
import { ShortRow } from '../../ui/short-row.tsx';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import { eventsPath } from '../events/index.ts';
import { EventLevel, newestEvents } from '../things/index.ts';
import styles from './home-page.module.css';

const SHOWN = 8;

/** The newest events of the fleet, live. */
export function NewestEvents({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation('home');
  const { language } = useFormat();
  const events = useQuery(newestEvents(tenantId, SHOWN));
  const list = events.data?.list ?? [];
  return (
    <Card
      title={t('events.title')}
      description={t('events.hint')}
      padding="flush"
      tools={
        <Link to="/endUserPage/faultyDevices/index" className={styles.all}>
          {t('events.all')}
        </Link>
      }
    >
      {!events.data ? (
        <QueryPlaceholder of={events} rows={6} />
      ) : list.length === 0 ? (
        <EmptyState
          compact
          icon={<IconCircleCheck size={22} stroke={1.6} />}
          title={t('events.none')}
          text={t('events.noneText')}
        />
      ) : (
        <ul className="plain">
          {list.map((event) => (
            <ShortRow
              key={event.id}
              to={eventsPath({ state: 'all', event: event.id })}
              what={event.event_name[languageOf(language)]}
              when={<RelativeTime time={event.begin_time} />}
              where={event.devname || event.devid}
              state={event.state === 2 ? t('events.cleared') : <EventLevel level={event.level} />}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}
