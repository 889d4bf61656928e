import { Button, Popover } from '@mantine/core';
import { IconBell, IconCircleCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLive } from '../../api/live.ts';
import { languageOf } from '../../context/language-of.ts';
import { useAccount } from '../../context/use-account.ts';
import button from '../../ui/button/icon-button.module.css';
import { EmptyState, RelativeTime, useFormat } from '../../ui/index.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import { EventLevel, useThrottled } from '../things/index.ts';
import styles from './event-bell.module.css';
import { eventsPath } from './events-path.ts';
import { EVENTS, eventCount, newestUnseen, UNSEEN } from './queries.ts';

const SHOWN = 6;
/** Minimum interval between refetches of everything that shows events, ms. */
const REFETCH_MS = 1500;

/**
 * The count of active, unacknowledged warnings and faults in the account's subtree, live. Always mounted, so it
 * also keeps all other lists of events current.
 */
export default function EventBell() {
  const { t } = useTranslation('events');
  const format = useFormat();
  const client = useQueryClient();
  const { tenantId } = useAccount();
  const [opened, setOpened] = useState(false);
  const counted = useQuery({ ...eventCount(tenantId, UNSEEN), enabled: tenantId !== '' });
  const count = counted.data?.total ?? 0;
  const faults = counted.data?.fault ?? 0;

  const label = counted.data ? t('bell.label', { count, n: format.number(count) }) : t('bell.unknown');

  const refetch = useThrottled(() => void client.invalidateQueries({ queryKey: [EVENTS] }), REFETCH_MS);
  useLive(tenantId ? { scope: 'fleet' } : null, { event: refetch, onCatchUp: refetch });
  const risen = useRise(counted.data ? count : null);

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(360px, calc(100vw - 16px))"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <button
          type="button"
          className={`${button.button} ${styles.bell}`}
          aria-label={label}
          title={label}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
          onKeyDown={(event) => {
            // The popover handles Escape only inside, where nothing has the focus until the events have loaded.
            if (event.key === 'Escape') setOpened(false);
          }}
        >
          <IconBell size={20} stroke={1.6} aria-hidden="true" />
          {count > 0 && (
            <span className={styles.count} data-tone={faults > 0 ? 'danger' : 'warning'} aria-hidden="true">
              {count > 99 ? '99+' : count}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('bell.title')}>
        <Newest tenantId={tenantId} onLeave={() => setOpened(false)} />
      </Popover.Dropdown>
      <span role="status" className="visually-hidden">
        {risen ? t('bell.more', { count: risen, n: format.number(risen) }) : ''}
      </span>
    </Popover>
  );
}

/** The newest of these events, each linked to its details. */
function Newest({ tenantId, onLeave }: { tenantId: string; onLeave: () => void }) {
  const { t } = useTranslation('events');
  const { language } = useFormat();
  const newest = useQuery(newestUnseen(tenantId, SHOWN));
  const list = newest.data?.list ?? [];
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // When an event ends, its line disappears together with the focus: Escape would reach no handler.
    if (document.activeElement === document.body)
      panel.current?.closest<HTMLElement>('[role="dialog"]')?.focus();
  }, [newest.data]);
  return (
    <div ref={panel} className={styles.panel}>
      <h2 className={styles.title}>{t('bell.title')}</h2>
      {!newest.data ? (
        <QueryPlaceholder of={newest} rows={3} />
      ) : list.length === 0 ? (
        <EmptyState
          compact
          icon={<IconCircleCheck size={22} stroke={1.6} />}
          title={t('bell.none')}
          text={t('bell.noneText')}
        />
      ) : (
        <ul className={styles.list}>
          {list.map((event) => (
            <li key={event.id}>
              <Link to={eventsPath({ event: event.id })} className={styles.event} onClick={onLeave}>
                <span className={styles.what}>{event.event_name[languageOf(language)]}</span>
                <EventLevel level={event.level} />
                <span className={styles.where}>{event.devname || event.devid}</span>
                <span className={styles.when}>
                  <RelativeTime time={event.begin_time} zone={event.time_zone} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <Button
          component={Link}
          to={eventsPath({ unseen: list.length > 0 })}
          variant="subtle"
          size="xs"
          onClick={onLeave}
        >
          {t('bell.all')}
        </Button>
      </div>
    </div>
  );
}

/** The increase of a count for a screen reader: announced once per number. */
function useRise(count: number | null): number {
  const before = useRef<number | null>(null);
  const [rise, setRise] = useState(0);
  useEffect(() => {
    if (count === null) return;
    setRise(before.current !== null && count > before.current ? count - before.current : 0);
    before.current = count;
  }, [count]);
  return rise;
}
