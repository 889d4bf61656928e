import { IconCheck } from '@tabler/icons-react';
import type { ThingEvent } from '@voltloop/contract/calls/events.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RelativeTime, useFormat } from '../../ui/index.ts';
import type { Column } from '../../ui/table/data-table.tsx';
import { EventLevel, thingPath } from '../things/index.ts';
import styles from './events-list.module.css';
import { useEventTexts, useEventValues } from './use-event-texts.ts';

/** Columns of a list of events; without the device if the list is of one device. */
export function useEventColumns(infoModelId: string, ofOneThing = false): Column<ThingEvent>[] {
  const { t } = useTranslation('events');
  const format = useFormat();
  const texts = useEventTexts();
  const values = useEventValues(infoModelId);
  const { dictionary } = values;
  return useMemo<Column<ThingEvent>[]>(() => {
    const columns: Column<ThingEvent>[] = [
      {
        id: 'level',
        header: t('column.level'),
        width: 104,
        sortable: !ofOneThing,
        sortDescFirst: true,
        cell: (event) => <EventLevel level={event.level} />,
      },
      {
        id: 'event',
        header: t('column.event'),
        minWidth: 190,
        grow: 5,
        essential: true,
        cell: (event) => (
          <span className={styles.name} title={texts.name(event)}>
            {texts.name(event)}
          </span>
        ),
      },
      {
        id: 'devid',
        header: t('column.device'),
        minWidth: 130,
        grow: 3,
        sortable: true,
        cell: (event, { active }) => (
          <Link to={thingPath(event.devid)} tabIndex={active ? 0 : -1} className={styles.device}>
            {event.devname || event.devid}
          </Link>
        ),
      },
      {
        id: 'begin_time',
        header: t('column.begin'),
        width: 124,
        sortable: !ofOneThing,
        sortDescFirst: true,
        cell: (event) => <RelativeTime time={event.begin_time} zone={event.time_zone} />,
      },
      {
        id: 'end_time',
        header: t('column.end'),
        width: 150,
        optional: !ofOneThing,
        sortable: !ofOneThing,
        sortDescFirst: true,
        cell: (event) => format.date(event.end_time, 'dateTime', event.time_zone),
      },
      {
        id: 'duration',
        header: t('column.duration'),
        width: 96,
        hideBelow: 760,
        cell: (event) =>
          event.end_time === null ? (
            <span className={styles.muted}>{t('ongoing')}</span>
          ) : (
            texts.duration(event.end_time - event.begin_time)
          ),
      },
      {
        id: 'value',
        header: t('column.value'),
        width: 128,
        align: 'end',
        hideBelow: 960,
        cell: (event) => (
          <span>
            {values.value(event, event.value)}
            {event.threshold !== null && (
              <span className={styles.muted}> / {values.value(event, event.threshold)}</span>
            )}
          </span>
        ),
      },
      {
        id: 'state',
        header: t('column.state'),
        minWidth: 136,
        grow: 3,
        cell: (event) => <EventState event={event} />,
      },
      {
        id: 'ack',
        header: t('column.ack'),
        width: 150,
        optional: true,
        cell: (event) =>
          event.ack === 1 ? (
            <span title={event.remark ?? undefined}>{event.ack_user ?? t('ack.somebody')}</span>
          ) : (
            <span className={styles.muted}>{t('ack.no')}</span>
          ),
      },
      {
        id: 'source',
        header: t('column.source'),
        width: 130,
        optional: true,
        value: (e) => texts.source(e.source),
      },
      { id: 'code', header: t('column.code'), width: 150, optional: true, value: (event) => event.code },
      { id: 'note', header: t('column.note'), minWidth: 150, optional: true, value: (event) => event.remark },
    ];
    return ofOneThing ? columns.filter((c) => c.id !== 'devid' && !c.optional) : columns;
  }, [t, format, dictionary, ofOneThing]);
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
