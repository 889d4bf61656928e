import { useQuery } from '@tanstack/react-query';
import { languageOf, RelativeTime, useFormat } from '@voltloop/ui';
import { useTranslation } from 'react-i18next';
import { EventLevel } from './event-level.tsx';
import styles from './overview-tab.module.css';
import { activeEventsOf } from './queries.ts';

/** What is wrong with the device now; nothing when nothing is. */
export function ActiveEvents({ tenantId, devid, zone }: { tenantId: string; devid: string; zone: string }) {
  const { t } = useTranslation('things');
  const { language } = useFormat();
  const events = useQuery(activeEventsOf(tenantId, devid)).data?.list ?? [];
  if (events.length === 0) return null;
  return (
    <ul className={styles.events} aria-label={t('events.active')}>
      {events.map((event) => (
        <li key={event.id} className={styles.event} data-level={event.level}>
          <EventLevel level={event.level} />
          <strong>{event.event_name[languageOf(language)]}</strong>
          <span className={styles.since}>
            <RelativeTime time={event.begin_time} zone={zone} />
          </span>
        </li>
      ))}
    </ul>
  );
}
