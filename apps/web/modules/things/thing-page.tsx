import { useQuery } from '@tanstack/react-query';
import type { Thing } from '@voltloop/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { ApiError, isRefused } from '../../api/errors.ts';
import { useTabTitle } from '../../context/tab-context.ts';
import { useAccount } from '../../context/use-account.ts';
import { FactList } from '../../ui/facts/fact-list.tsx';
import {
  EmptyState,
  ErrorState,
  formatDate,
  NoPermission,
  RelativeTime,
  SkeletonPage,
  useFormat,
  useUnsaved,
} from '../../ui/index.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { usePageTabs } from '../../ui/page/page-tabs.tsx';
import { useNow } from '../../ui/time/use-now.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { Typed } from '../settings/index.ts';
import { oneThing, useDictionary } from '../telemetry/index.ts';
import { ClockWarning } from './clock-warning.tsx';
import { DEVICE_LIST_PATH, END_USER, monitoringPath, tabsFor } from './monitoring-url.ts';
import { OverviewTab } from './overview-tab.tsx';
import { lastData } from './queries.ts';
import { ThingHead } from './thing-head.tsx';
import { thingTabs } from './thing-tabs.ts';
import { useThingLive } from './use-thing-live.ts';

const ValuesTab = lazy(() => import('./values-tab.tsx'));
const HistoryTab = lazy(() => import('./history-tab.tsx'));
const PacksTab = lazy(() => import('./packs-tab.tsx'));
const CommandsTab = lazy(() => import('./commands-tab.tsx'));
const EventsTab = lazy(() => thingTabs().events());
const RejectsTab = lazy(() => import('./rejects-tab.tsx'));
const BindingsTab = lazy(() => import('./bindings-tab.tsx'));

/** One device: overview, history, packs, commands and bindings. */
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
  if (isRefused(thing.error)) return <NoPermission />;
  return <ErrorState error={thing.error} onRetry={() => void thing.refetch()} />;
}

function KnownThing({ thing }: { thing: Thing }) {
  const { t } = useTranslation('things');
  const { tenantId, roleId } = useAccount();
  const { hasPacks } = useDictionary(thing.info_model_id);
  const { tab, strip, panelProps } = usePageTabs(
    tabsFor(roleId)
      .filter((id) => id !== 'packs' || hasPacks)
      .map((id) => ({ id, title: t(`tab.${id}`) })),
    t('thing.tabs'),
  );
  useThingLive(tenantId, thing.devid);
  // Here, not in the form, so that the values survive a look at another tab.
  const [typed, setTyped] = useState<Typed>({});
  useUnsaved(Object.keys(typed).length > 0, async () => {
    // Changes must be reviewed before they are sent.
    toast.info({ ns: 'things', key: 'settings.unsent' });
    return false;
  });

  return (
    <>
      <BackLink to={roleId === END_USER ? DEVICE_LIST_PATH : monitoringPath()}>{t('thing.back')}</BackLink>
      <ThingHead thing={thing} facts={<Facts thing={thing} />} />
      <ClockWarning thing={thing} />
      {strip}
      <div {...panelProps}>
        <Suspense fallback={<SkeletonPage />}>
          {tab === 'overview' && <OverviewTab thing={thing} />}
          {tab === 'values' && <ValuesTab thing={thing} />}
          {tab === 'history' && <HistoryTab thing={thing} />}
          {tab === 'packs' && <PacksTab thing={thing} />}
          {tab === 'events' && <EventsTab thing={thing} />}
          {tab === 'commands' && <CommandsTab thing={thing} typed={typed} onType={setTyped} />}
          {tab === 'rejects' && <RejectsTab thing={thing} />}
          {tab === 'bindings' && <BindingsTab thing={thing} />}
        </Suspense>
      </div>
    </>
  );
}

/** Id, place, local time, versions and accounts, in one wrapping line. */
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
  return <FactList facts={facts} />;
}

/** The local time of the device, to the minute. */
function LocalTime({ zone }: { zone: string }) {
  const { language } = useFormat();
  const now_ms = useNow(10_000);
  return (
    <>
      {formatDate(now_ms, 'time', zone, language)} {zone}
    </>
  );
}
