import { IconArrowLeft, IconChartLine } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Thing } from '@voltloop/contract';
import {
  EmptyState,
  ErrorState,
  formatDate,
  NoPermission,
  PageHeader,
  RelativeTime,
  SkeletonPage,
  useFormat,
} from '@voltloop/ui';
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { ApiError } from '../../api/errors.ts';
import { useTabTitle } from '../../shell/tabs/tab-context.ts';
import { comparePath } from './compare/compare-url.ts';
import { monitoringPath, type ThingTab, tabFromUrl, tabsFor } from './monitoring-url.ts';
import { OverviewTab } from './overview-tab.tsx';
import { lastData, oneThing, useAccount } from './queries.ts';
import styles from './thing-page.module.css';
import { ThingState } from './thing-state.tsx';
import { useThingLive } from './use-thing-live.ts';

const ValuesTab = lazy(() => import('./values-tab.tsx'));
const HistoryTab = lazy(() => import('./history-tab.tsx'));
const PacksTab = lazy(() => import('./packs-tab.tsx'));
const CommandsTab = lazy(() => import('./commands-tab.tsx'));
const EventsTab = lazy(() => import('../events/thing-events-tab.tsx'));
const BindingsTab = lazy(() => import('./bindings-tab.tsx'));

/** One device: what it does now, what it did, its packs, its commands, whose it is. */
export default function ThingPage() {
  const { devid = '' } = useParams();
  const { t } = useTranslation('things');
  const { tenantId } = useAccount();
  const thing = useQuery(oneThing(tenantId, devid));
  useTabTitle(devid);

  if (thing.data) return <KnownThing key={devid} thing={thing.data} />;
  if (thing.isPending) return <SkeletonPage />;
  if (thing.error instanceof ApiError && thing.error.status === 404)
    return (
      <EmptyState
        title={t('thing.unknown')}
        text={t('thing.unknownText', { devid })}
        action={<Link to={monitoringPath()}>{t('thing.back')}</Link>}
      />
    );
  if (thing.error instanceof ApiError && thing.error.status === 403) return <NoPermission />;
  return <ErrorState error={thing.error} onRetry={() => void thing.refetch()} />;
}

function KnownThing({ thing }: { thing: Thing }) {
  const { t } = useTranslation('things');
  const { tenantId, roleId } = useAccount();
  const [params, setParams] = useSearchParams();
  const tabs = tabsFor(roleId);
  const tab = tabFromUrl(params, tabs);
  const id = useId();
  useThingLive(tenantId, thing.devid);

  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const active = strip.current?.querySelector<HTMLElement>(`[data-tab="${tab}"]`);
    if (strip.current && active) strip.current.scrollLeft = active.offsetLeft - 24;
  }, [tab]);

  const open = (next: ThingTab) => {
    const changed = new URLSearchParams(params);
    if (next === 'overview') changed.delete('tab');
    else changed.set('tab', next);
    setParams(changed, { replace: true, preventScrollReset: true });
  };
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    // From the tab that has the focus: a second key may come before the address has followed the first.
    const focused = (event.target as HTMLElement).dataset.tab as ThingTab | undefined;
    const at = tabs.indexOf(focused ?? tab);
    const moves: Record<string, number> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const target = moves[event.key];
    if (target === undefined) return;
    event.preventDefault();
    open(tabs[target]!);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${tabs[target]}"]`)?.focus();
  };

  return (
    <>
      <Link to={monitoringPath()} className={styles.back}>
        <IconArrowLeft size={15} stroke={2} aria-hidden="true" />
        {t('thing.back')}
      </Link>
      <PageHeader
        title={thing.devname || thing.devid}
        meta={<ThingState status={thing.status} />}
        description={<Facts thing={thing} />}
        tools={
          <Link to={comparePath([thing.devid])} className={styles.tool}>
            <IconChartLine size={16} stroke={1.8} aria-hidden="true" />
            {t('thing.compare')}
          </Link>
        }
      />
      <div ref={strip} className={styles.tabs} role="tablist" aria-label={t('thing.tabs')} onKeyDown={onKey}>
        {tabs.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            data-tab={name}
            aria-selected={tab === name}
            aria-controls={`${id}-panel`}
            tabIndex={tab === name ? 0 : -1}
            className={styles.tab}
            onClick={() => open(name)}
          >
            {t(`tab.${name}`)}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`} className={styles.panel}>
        <Suspense fallback={<SkeletonPage />}>
          {tab === 'overview' && <OverviewTab thing={thing} />}
          {tab === 'values' && <ValuesTab thing={thing} />}
          {tab === 'history' && <HistoryTab thing={thing} />}
          {tab === 'packs' && <PacksTab thing={thing} />}
          {tab === 'events' && <EventsTab thing={thing} />}
          {tab === 'commands' && <CommandsTab thing={thing} />}
          {tab === 'bindings' && <BindingsTab thing={thing} />}
        </Suspense>
      </div>
    </>
  );
}

/** Id, place, its local time, versions and accounts, in one line that wraps. */
function Facts({ thing }: { thing: Thing }) {
  const { t } = useTranslation('things');
  const { status_data: status } = thing;
  const { data: newest_ms } = useQuery({ ...lastData(thing.devid), select: (last) => last.time });
  const facts: [string, React.ReactNode][] = [
    [t('fact.devid'), thing.devid],
    [t('fact.local'), <LocalTime key="t" zone={thing.time_zone} />],
    [t('fact.last'), <RelativeTime key="l" time={newest_ms ?? status.last_time} zone={thing.time_zone} />],
  ];
  if (thing.desc.address) facts.push([t('fact.place'), thing.desc.address]);
  if (status.sw_version) facts.push([t('fact.software'), status.sw_version]);
  if (status.hw_version) facts.push([t('fact.hardware'), status.hw_version]);
  if (thing.subusers.length) facts.push([t('fact.accounts'), thing.subusers.join(', ')]);
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The clock where the device stands, by the minute. */
function LocalTime({ zone }: { zone: string }) {
  const { language } = useFormat();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now());
    }, 10_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      {formatDate(now, 'time', zone, language)} {zone}
    </>
  );
}
