import { IconCheck } from '@tabler/icons-react';
import type { ThingEvent } from '@voltloop/contract/calls/events.ts';
import type { eventsList } from '@voltloop/contract/lists/events.list.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RelativeTime, useFormat } from '../../ui/index.ts';
import type { Cells } from '../../ui/list/list-columns.tsx';
import { EventLevel, thingPath } from '../things/index.ts';
import styles from './events-list.module.css';
import { useEventTexts, useEventValues } from './use-event-texts.ts';

/** Cells of a list of events. */
export function useEventCells(infoModelId: string): Cells<typeof eventsList, ThingEvent> {
  const { t } = useTranslation('events');
  const format = useFormat();
  const texts = useEventTexts();
  const values = useEventValues(infoModelId);
  const { dictionary } = values;
  return useMemo<Cells<typeof eventsList, ThingEvent>>(
    () => ({
      level: (event) => <EventLevel level={event.level} />,
      event: (event) => (
        <span className={styles.name} title={texts.name(event)}>
          {texts.name(event)}
        </span>
      ),
      devid: (event, { active }) => (
        <Link to={thingPath(event.devid)} tabIndex={active ? 0 : -1} className={styles.device}>
          {event.devname || event.devid}
        </Link>
      ),
      duration: (event) =>
        event.end_time === null ? (
          <span className={styles.muted}>{t('ongoing')}</span>
        ) : (
          texts.duration(event.end_time - event.begin_time)
        ),
      value: (event) => (
        <span>
          {values.value(event, event.value)}
          {event.threshold !== null && (
            <span className={styles.muted}> / {values.value(event, event.threshold)}</span>
          )}
        </span>
      ),
      state: (event) => <EventState event={event} />,
      ack: (event) =>
        event.ack === 1 ? (
          <span title={event.remark ?? undefined}>{event.ack_user ?? t('ack.somebody')}</span>
        ) : (
          <span className={styles.muted}>{t('ack.no')}</span>
        ),
      source: (event) => texts.source(event.source),
    }),
    [t, format, dictionary],
  );
}

/** The state, and below it who acknowledged the event and when. */
function EventState({ event }: { event: ThingEvent }) {
  const { t } = useTranslation('events');
  return (
    <span className={styles.state}>
      <span className={event.state === 1 ? styles.main : styles.muted}>
        {t(event.state === 1 ? 'state.active' : 'state.cleared')}
      </span>
      {event.ack === 1 && <Acknowledged event={event} />}
    </span>
  );
}

function Acknowledged({ event }: { event: ThingEvent }) {
  const { t } = useTranslation('events');
  const name = event.ack_user ?? t('ack.somebody');
  return (
    <span
      className={styles.sub}
      title={[t('detail.acked', { name }), event.remark].filter(Boolean).join('\n')}
    >
      <IconCheck size={12} stroke={2.2} aria-hidden="true" className={styles.check} />
      {t('detail.acked', { name })}
      {', '}
      <RelativeTime time={event.ack_time} zone={event.time_zone} />
    </span>
  );
}

/** An event on a phone. */
export function EventCard({ event }: { event: ThingEvent }) {
  const { t } = useTranslation('events');
  const texts = useEventTexts();
  return (
    <div className={styles.card}>
      <span className={styles.name}>{texts.name(event)}</span>
      <EventLevel level={event.level} />
      <span className={styles.sub}>{event.devname || event.devid}</span>
      <span className={styles.sub}>
        <RelativeTime time={event.begin_time} zone={event.time_zone} />
      </span>
      <EventState event={event} />
      <span className={styles.sub}>
        {event.end_time === null ? t('ongoing') : texts.duration(event.end_time - event.begin_time)}
      </span>
    </div>
  );
}
