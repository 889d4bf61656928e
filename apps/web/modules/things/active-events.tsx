import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { listed, RelativeTime, useFormat } from '../../ui/index.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import { type AlertGroup, alertGroups } from './alert-groups.ts';
import { EventLevel } from './event-level.tsx';
import styles from './overview-tab.module.css';
import { activeEventsOf } from './queries.ts';

/** Alerts shown before the list is expanded. */
const FIRST = 3;

/** Active events of the device by severity and code, most severe first; renders nothing without any. */
export function ActiveEvents({ tenantId, devid, zone }: { tenantId: string; devid: string; zone: string }) {
  const { t } = useTranslation('things');
  const [all, setAll] = useState(false);
  const active = useQuery(activeEventsOf(tenantId, devid));
  // Without an answer their absence would say that all is right.
  if (!active.data) return <QueryPlaceholder of={active} rows={1} />;
  const groups = alertGroups(active.data.list);
  if (groups.length === 0) return null;
  const shown = all ? groups : groups.slice(0, FIRST);
  const levels = [...new Set(shown.map(({ level }) => level))];
  return (
    <>
      <ul className={styles.events} aria-label={t('events.active')}>
        {levels.map((level) => (
          <li key={level} className={styles.event} data-level={level}>
            <EventLevel level={level} />
            <ul className={styles.alerts}>
              {shown
                .filter((group) => group.level === level)
                .map((group) => (
                  <Alert key={group.code} group={group} zone={zone} />
                ))}
            </ul>
          </li>
        ))}
      </ul>
      {groups.length > FIRST && (
        <button type="button" className={styles.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('events.fewer') : t('problem.more', { count: groups.length - FIRST })}
        </button>
      )}
    </>
  );
}

function Alert({ group: { name, count, packs, since }, zone }: { group: AlertGroup; zone: string }) {
  const { t } = useTranslation('things');
  const { language } = useFormat();
  return (
    <li className={styles.alert}>
      <strong>{name[languageOf(language)]}</strong>
      {packs.length > 0 && (
        <span>{t('events.packs', { count: packs.length, packs: listed(packs, language) })}</span>
      )}
      {packs.length === 0 && count > 1 && <span>{t('events.times', { count })}</span>}
      <span className={styles.since}>
        <RelativeTime time={since} zone={zone} />
      </span>
    </li>
  );
}
