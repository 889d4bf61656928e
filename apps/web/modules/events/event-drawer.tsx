import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ThingEvent } from '@voltloop/contract/calls/events.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../api/errors.ts';
import { useAccount } from '../../context/use-account.ts';
import { SideDrawer } from '../../ui/dialog/side-drawer.tsx';
import { EmptyState, ErrorState, SkeletonPage, SkeletonRows, useFormat } from '../../ui/index.ts';
import type { Dictionary } from '../telemetry/index.ts';
import { EventLevel, thingPath } from '../things/index.ts';
import { adviceOf } from './advice.ts';
import styles from './event-drawer.module.css';
import { eventsPath } from './events-path.ts';
import { oneEvent } from './queries.ts';
import { useEventTexts, useEventValues } from './use-event-texts.ts';

const AckDialog = lazy(async () => ({ default: (await import('./ack-dialog.tsx')).AckDialog }));
const EventChart = lazy(() => import('./event-chart.tsx'));

/** Details of one event: meaning, advice, course, and acknowledgement. */
export function EventDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation('events');
  const { tenantId } = useAccount();
  const event = useQuery({ ...oneEvent(tenantId, id ?? ''), enabled: id !== null });
  return (
    <SideDrawer
      opened={id !== null}
      onClose={onClose}
      title={t('detail.title')}
      closeLabel={t('detail.close')}
      size={460}
      className={styles.body}
    >
      {event.data ? (
        <Detail event={event.data} />
      ) : event.error instanceof ApiError && event.error.status === 404 ? (
        <EmptyState compact title={t('detail.gone')} text={t('detail.goneText')} />
      ) : event.isError ? (
        <ErrorState compact error={event.error} onRetry={() => void event.refetch()} />
      ) : (
        <SkeletonPage />
      )}
    </SideDrawer>
  );
}

function Advice({ event, dictionary }: { event: ThingEvent; dictionary: Dictionary }) {
  const { t } = useTranslation(['events', 'advice']);
  if (dictionary.error)
    return <ErrorState compact error={dictionary.error} onRetry={() => dictionary.refetch()} />;
  if (!dictionary.ready) return <SkeletonRows rows={4} />;
  const advice = adviceOf(event, dictionary.advice);
  return (
    <section className={styles.part}>
      <h3>{t('detail.means')}</h3>
      <p>{t(`${advice}.means`, { ns: 'advice' })}</p>
      <h3>{t('detail.todo')}</h3>
      <p>{t(`${advice}.todo`, { ns: 'advice' })}</p>
    </section>
  );
}

function Detail({ event }: { event: ThingEvent }) {
  const { t } = useTranslation(['events', 'advice']);
  const format = useFormat();
  const texts = useEventTexts();
  const values = useEventValues(event.info_model_id);
  const { roleId } = useAccount();
  const [acking, setAcking] = useState(false);
  const [now_ms] = useState(() => Date.now());
  const at = (time_ms: number) => format.date(time_ms, 'dateTimeSeconds', event.time_zone);
  const duration = texts.duration((event.end_time ?? now_ms) - event.begin_time);
  return (
    <>
      <h2 className={styles.title}>{texts.name(event)}</h2>
      <p className={styles.facts}>
        <EventLevel level={event.level} />
        <Link to={thingPath(event.devid)}>{event.devname || event.devid}</Link>
        <span>{texts.source(event.source)}</span>
        <span className={styles.code}>{event.code}</span>
      </p>
      {event.value !== null && (
        <p className={styles.figure}>
          {event.threshold === null
            ? t('detail.valueOnly', { value: values.value(event, event.value) })
            : t('detail.limit', {
                value: values.value(event, event.value),
                threshold: values.value(event, event.threshold),
              })}
        </p>
      )}

      <Advice event={event} dictionary={values.dictionary} />

      {event.source === 'rule' && (
        <section className={styles.part}>
          <Suspense fallback={<SkeletonPage />}>
            <EventChart event={event} now_ms={now_ms} />
          </Suspense>
        </section>
      )}

      <section className={styles.part}>
        <h3>{t('detail.timeline')}</h3>
        <ol className={styles.timeline}>
          <li data-tone={event.level === 3 ? 'danger' : event.level === 2 ? 'warning' : 'info'}>
            <span>{t('detail.began')}</span>
            <time dateTime={new Date(event.begin_time).toISOString()}>{at(event.begin_time)}</time>
          </li>
          {event.reopened > 0 && (
            <li data-tone="info">
              <span>{t('detail.reopened', { count: event.reopened })}</span>
            </li>
          )}
          {event.ack_time !== null && (
            <li data-tone="info">
              <span>
                {t('detail.acked', { name: event.ack_user ?? t('ack.somebody') })}
                {event.remark && <q className={styles.remark}>{event.remark}</q>}
              </span>
              <time dateTime={new Date(event.ack_time).toISOString()}>{at(event.ack_time)}</time>
            </li>
          )}
          <li data-tone={event.end_time === null ? 'open' : 'ok'}>
            <span>{t(event.end_time === null ? 'detail.goesOn' : 'detail.ended', { duration })}</span>
            {event.end_time !== null && (
              <time dateTime={new Date(event.end_time).toISOString()}>{at(event.end_time)}</time>
            )}
          </li>
        </ol>
      </section>

      <div className={styles.foot}>
        <Button
          component={Link}
          to={eventsPath({ devid: event.devid, state: 'all' })}
          variant="subtle"
          px="xs"
        >
          {t('detail.more')}
        </Button>
        <Button component={Link} to={thingPath(event.devid)} variant="default">
          {t('detail.device')}
        </Button>
        {roleId <= 4 && (
          <Button
            leftSection={<IconCheck size={16} stroke={2} />}
            variant={event.ack === 1 ? 'default' : 'filled'}
            onClick={() => setAcking(true)}
          >
            {t(event.ack === 1 ? 'ack.addNote' : 'ack.one')}
          </Button>
        )}
      </div>
      {acking && (
        <Suspense>
          <AckDialog ids={[event.id]} remark={event.remark} onClose={() => setAcking(false)} />
        </Suspense>
      )}
    </>
  );
}
