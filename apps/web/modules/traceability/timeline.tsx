import { IconArrowRight } from '@tabler/icons-react';
import type { Life, LifeEvent } from '@voltloop/contract/calls/traceability.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMayOpen } from '../../context/may-open.ts';
import { EmptyState, StatusBadge } from '../../ui/index.ts';
import timeline from '../../ui/timeline.module.css';
import { tracePath } from '../resources/index.ts';
import { PlaceName, useAmounts } from '../stock/index.ts';
import { recordPath } from './paths.ts';
import styles from './traceability.module.css';
import { useLifeWords } from './words.ts';

/** The events by day, each with its document and partner. */
export function Timeline({ events, several }: { events: Life['events']; several: boolean }) {
  const { t } = useTranslation('traceability');
  if (events.length === 0) return <EmptyState compact title={t('timeline.none')} />;
  return (
    <ol className="plain">
      {events.map((event) => (
        <Event key={event.key} event={event} several={several} />
      ))}
    </ol>
  );
}

function Event({ event, several }: { event: LifeEvent; several: boolean }) {
  const { t } = useTranslation('traceability');
  const words = useLifeWords();
  const { kg } = useAmounts();
  const { side, day, record, from, to, fromCondition, toCondition, test, reports } = event;
  const named = side !== 'own' || several;
  const moved =
    from &&
    to &&
    (from.kind !== to.kind || from.storeId !== to.storeId || from.code !== to.code || from.name !== to.name);
  return (
    <li className={`${timeline.entry} ${styles.event}`} data-side={side} data-what={event.what}>
      <p className={styles.head}>
        <time dateTime={day}>{day}</time>
        <strong>{words.event(event)}</strong>
        {record && <RecordLink record={record} />}
        {event.order && (
          <span className={styles.quiet}>
            {words.kind('order')} <RecordLink record={event.order} />
          </span>
        )}
        {event.hidden && <span className={styles.quiet}>{t('timeline.hidden')}</span>}
        {side !== 'own' && <span className={styles.side}>{t(`side.${side}`)}</span>}
      </p>
      {named && <Goods event={event} />}
      {(moved || (to && event.what === 'document')) && (
        <p className={styles.way}>
          {moved && from && (
            <>
              <PlaceName place={from} />
              <IconArrowRight size={14} stroke={1.8} aria-label={t('timeline.to')} role="img" />
            </>
          )}
          {to && <PlaceName place={to} />}
          {fromCondition !== null && fromCondition !== toCondition && (
            <span>
              {words.condition(fromCondition)} → {words.condition(toCondition)}
            </span>
          )}
          {event.kg !== null && <span className={styles.quiet}>{kg(event.kg)}</span>}
        </p>
      )}
      {test && (test.grade || test.sohPct) && (
        <p className={styles.way}>
          {test.grade && <span>{t('timeline.grade', { grade: test.grade })}</span>}
          {test.sohPct && <span>{t('timeline.soh', { pct: test.sohPct })}</span>}
          {test.curve && record && (
            <Link className={styles.link} to={`${recordPath(record.kind, record.id)}?tab=curve`}>
              {t('timeline.curve')}
            </Link>
          )}
        </p>
      )}
      {reports.length > 0 && (
        <ul className={styles.reports} aria-label={t('timeline.reports')}>
          {reports.map((report) => (
            <li key={`${report.type} ${report.state} ${report.overdue}`}>
              <Report report={report} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const tones = { 1: 'neutral', 2: 'info', 3: 'ok', 4: 'danger' } as const;

function Report({ report: { id, type, state, overdue, count } }: { report: LifeEvent['reports'][number] }) {
  const { t } = useTranslation('traceability');
  const words = useLifeWords();
  const mayOpen = useMayOpen();
  const path = recordPath('report', id);
  const badge = (
    <StatusBadge tone={overdue ? 'danger' : (tones[state as 1] ?? 'neutral')} variant="plain">
      {t('timeline.report', { type: words.reportType(type), state: words.reported(state) })}
      {overdue && ` · ${t('timeline.overdue')}`}
      {count > 1 && ` × ${count}`}
    </StatusBadge>
  );
  return count === 1 && mayOpen(path) ? (
    <Link className={styles.link} to={path}>
      {badge}
    </Link>
  ) : (
    badge
  );
}

function Goods({ event: { items, count } }: { event: LifeEvent }) {
  const { t } = useTranslation('traceability');
  if (items.length === 0) return null;
  return (
    <p className={styles.goods}>
      {items.map(({ id, kind, code }) => (
        <Link key={id} className={`${styles.link} ${styles.code}`} to={tracePath(kind, id)}>
          {code}
        </Link>
      ))}
      {count > items.length && (
        <span className={styles.quiet}>{t('timeline.more', { count: count - items.length })}</span>
      )}
    </p>
  );
}

/** A record's number, as a link where its page may be opened. */
export function RecordLink({
  record: { kind, id, title },
}: {
  record: { kind: string; id: string; title: string };
}) {
  const mayOpen = useMayOpen();
  const path = recordPath(kind, id);
  return mayOpen(path) && title ? (
    <Link className={styles.link} to={path}>
      {title}
    </Link>
  ) : (
    <span>{title}</span>
  );
}
