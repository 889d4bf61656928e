import { useQuery } from '@tanstack/react-query';
import { languageOf, RelativeTime, useFormat } from '@voltloop/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EventLevel } from './event-level.tsx';
import styles from './overview-tab.module.css';
import { activeEventsOf } from './queries.ts';

/** Shown before the others are asked for. */
const FIRST = 3;

/** What is wrong with the device now, the gravest first; nothing when nothing is. */
export function ActiveEvents({ tenantId, devid, zone }: { tenantId: string; devid: string; zone: string }) {
  const { t } = useTranslation('things');
  const { language } = useFormat();
  const [all, setAll] = useState(false);
  const found = useQuery(activeEventsOf(tenantId, devid)).data?.list ?? [];
  if (found.length === 0) return null;
  const events = found.toSorted((a, b) => b.level - a.level || b.begin_time - a.begin_time);
  const shown = all ? events : events.slice(0, FIRST);
  return (
    <>
      <ul className={styles.events} aria-label={t('events.active')}>
        {shown.map((event) => (
          <li key={event.id} className={styles.event} data-level={event.level}>
            <EventLevel level={event.level} />
            <strong>{event.event_name[languageOf(language)]}</strong>
            <span className={styles.since}>
              <RelativeTime time={event.begin_time} zone={zone} />
            </span>
          </li>
        ))}
      </ul>
      {events.length > FIRST && (
        <button type="button" className={styles.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('events.fewer') : t('problem.more', { count: events.length - FIRST })}
        </button>
      )}
    </>
  );
}
