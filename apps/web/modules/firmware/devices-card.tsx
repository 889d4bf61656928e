import { Button, SegmentedControl } from '@mantine/core';
import { IconRefreshDot } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { UpgradableThing } from '@voltloop/contract/calls/firmware.ts';
import { jobStates, type PackageKind } from '@voltloop/contract/firmware-states.ts';
import { firmwareDevicesList } from '@voltloop/contract/lists/firmware-devices.list.ts';
import { compareVersions } from '@voltloop/protocol/firmware.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { EmptyState, NO_VALUE, StatusBadge } from '../../ui/index.ts';
import jobsStyles from '../../ui/jobs/jobs.module.css';
import { DeclaredList } from '../../ui/list/declared-list.tsx';
import type { Cells } from '../../ui/list/list-columns.tsx';
import type { ListPlace } from '../../ui/list/use-list-place.ts';
import { useListSelection } from '../../ui/list/use-list-selection.ts';
import { useStateOfFilter } from '../../ui/list/use-state-of-filter.ts';
import { SocBar, ThingName, ThingState } from '../things/index.ts';
import type { Choice } from './campaign-form.ts';
import { jobState, jobTone } from './job-words.ts';
import { type KindName, kindNames, kindOf, kindOrder } from './kinds.ts';
import { latestPackage, upgradable, versionCounts } from './queries.ts';
import styles from './upgrade.module.css';

const keyOf = ({ devid }: UpgradableThing) => devid;

interface DevicesCardProps {
  place: ListPlace<typeof firmwareDevicesList>;
  onUpgrade: (choice: Choice, onStarted: () => void) => void;
}

/** The account's devices with their installed versions, for selection. */
export function DevicesCard({ place, onUpgrade }: DevicesCardProps) {
  const { t } = useTranslation('firmware');
  const { tenantId } = useAccount();
  const { search, version } = place.view;
  const kind = kindOf(place.view.kind);
  const found = useQuery(upgradable(tenantId, place));
  const latest = useQuery(latestPackage(tenantId, kind)).data?.version ?? null;
  const counts = useQuery(versionCounts(tenantId)).data?.[kind];
  const cells = useMemo(() => cellsOf(kind, latest), [kind, latest]);
  const { chooseIds, clear, ...selection } = useListSelection(place, keyOf);
  /** All devices of the filter are selected, including those on other pages. */
  const [all, setAll] = useStateOfFilter({ kind, search, version }, false);
  const forget = () => {
    setAll(false);
    clear();
  };

  return (
    <DeclaredList
      list={firmwareDevicesList}
      place={place}
      head={{ title: t('devices.title'), description: t('devices.description') }}
      label={t('devices.title')}
      found={{
        data: found.data,
        isPending: found.isPending,
        // Silent while jobs are followed.
        isFetching: found.isFetching && found.isPlaceholderData,
        error: found.data ? null : found.error,
        refetch: found.refetch,
      }}
      keyOf={keyOf}
      cells={cells}
      withoutColumns={[kindNames[kind]]}
      bar={
        <SegmentedControl
          size="xs"
          aria-label={t('devices.kind')}
          data={kindOrder.map((each) => ({
            value: kindNames[each],
            label: t(`kind.${kindNames[each]}`),
          }))}
          value={kindNames[kind]}
          onChange={(next) => place.show({ kind: next as KindName, version: null })}
        />
      }
      options={{
        version: counts?.map(({ version }) => ({
          value: version ?? 'unknown',
          label: version ?? t('version.unknown'),
        })),
      }}
      card={(thing) => <DeviceLines thing={thing} kind={kind} latest={latest} />}
      cardHeight={78}
      empty={<EmptyState title={t('devices.none')} text={t('devices.noneText')} />}
      selection={{
        ...selection,
        chooseIds: (ids, known) => {
          setAll(false);
          chooseIds(ids, known);
        },
        clear: forget,
      }}
      allSelected={all}
      onSelectAll={() => setAll(true)}
      bulk={
        <Button
          size="xs"
          leftSection={<IconRefreshDot size={15} stroke={1.8} aria-hidden="true" />}
          onClick={() =>
            onUpgrade(
              all ? { filter: { search, version: version ?? '' } } : { things: [...selection.ids] },
              forget,
            )
          }
        >
          {t('devices.upgrade')}
        </Button>
      }
    />
  );
}

function cellsOf(
  kind: PackageKind,
  latest: string | null,
): Cells<typeof firmwareDevicesList, UpgradableThing> {
  const installed = (name: KindName) => (thing: UpgradableThing) => thing.versions[kindOf(name)] ?? NO_VALUE;
  return {
    devname: (thing) => <ThingName thing={thing} />,
    version: (thing) => <Version version={thing.versions[kind] ?? null} latest={latest} />,
    job: (thing) => <JobOf thing={thing} kind={kind} />,
    ems: installed('ems'),
    master: installed('master'),
    slave: installed('slave'),
    soc: (thing) => <SocBar soc_pct={thing.soc} />,
    status: (thing) => <ThingState status={thing.status} variant="plain" />,
  };
}

function Version({ version, latest }: { version: string | null; latest: string | null }) {
  const { t } = useTranslation('firmware');
  if (version === null) return <span className={styles.muted}>{t('version.unknown')}</span>;
  const order = latest === null ? 0 : compareVersions(version, latest);
  return (
    <span className={styles.installed}>
      {version}
      {order < 0 && <span className={styles.old}>{t('version.old')}</span>}
    </span>
  );
}

/** The unfinished upgrade of a kind, or of another kind if this one has none. */
function JobOf({ thing, kind }: { thing: UpgradableThing; kind: PackageKind }) {
  const { t } = useTranslation('firmware');
  const job =
    thing.jobs.find((each) => each.pkgtype === kind) ??
    thing.jobs.find((each) => each.state > jobStates.waiting);
  if (!job) return <span className={styles.muted}>{NO_VALUE}</span>;
  const text = jobState(t, job.state, job.progress);
  return (
    <StatusBadge tone={jobTone(job.state)} variant="plain">
      {job.pkgtype === kind
        ? text
        : t('pair', { ns: 'common', name: t(`kind.${kindNames[job.pkgtype]}`), value: text })}
    </StatusBadge>
  );
}

/** A device on a phone. */
function DeviceLines({
  thing,
  kind,
  latest,
}: {
  thing: UpgradableThing;
  kind: PackageKind;
  latest: string | null;
}) {
  return (
    <div className={jobsStyles.lines}>
      <strong>{thing.devname || thing.devid}</strong>
      <ThingState status={thing.status} />
      <Version version={thing.versions[kind] ?? null} latest={latest} />
      <JobOf thing={thing} kind={kind} />
      <span className={`${jobsStyles.wide} ${styles.sub}`}>{thing.devid}</span>
    </div>
  );
}
