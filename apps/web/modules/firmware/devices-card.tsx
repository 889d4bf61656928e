import { Button, SegmentedControl, Select } from '@mantine/core';
import { IconRefreshDot } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { UpgradableThing } from '@voltloop/contract/calls/firmware.ts';
import { jobStates, type PackageKind } from '@voltloop/contract/firmware-states.ts';
import { compareVersions } from '@voltloop/protocol/firmware.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { Card, EmptyState, NO_VALUE, StatusBadge } from '../../ui/index.ts';
import jobsStyles from '../../ui/jobs/jobs.module.css';
import { BulkBar } from '../../ui/list/bulk-bar.tsx';
import { NoMatch } from '../../ui/list/no-match.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { useStateOfFilter } from '../../ui/list/use-state-of-filter.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { SocBar, ThingName, ThingState } from '../things/index.ts';
import type { Choice } from './campaign-form.ts';
import { jobState, jobTone } from './job-words.ts';
import { latestPackage, upgradable, versionCounts } from './queries.ts';
import styles from './upgrade.module.css';
import { kindNames, kindOrder, type UpgradeSort, type UpgradeView, upgradeSorts } from './upgrade-url.ts';

interface DevicesCardProps {
  view: UpgradeView;
  onShow: (next: Partial<UpgradeView>) => void;
  onUpgrade: (choice: Choice, onStarted: () => void) => void;
}

const NONE_CHOSEN: ReadonlySet<string> = new Set();

/** The account's devices with their installed versions, for selection. */
export function DevicesCard({ view, onShow, onUpgrade }: DevicesCardProps) {
  const { t } = useTranslation('firmware');
  const { tenantId } = useAccount();
  const found = useQuery(upgradable(tenantId, view));
  const latest = useQuery(latestPackage(tenantId, view.kind)).data?.version ?? null;
  const counts = useQuery(versionCounts(tenantId)).data?.[view.kind] ?? [];
  const columns = useColumns(view.kind, latest);
  const { kind, search, version } = view;
  // The selection belongs to this kind and filter; paging and sorting keep it.
  const [chosen, setChosen] = useStateOfFilter({ kind, search, version }, NONE_CHOSEN);
  /** All results are selected, including those on other pages. */
  const [all, setAll] = useStateOfFilter({ kind, search, version }, false);
  const rows = found.data?.list ?? [];
  const total = found.data?.total ?? 0;

  const clear = () => {
    setChosen(NONE_CHOSEN);
    setAll(false);
  };
  const show = (next: Partial<UpgradeView>) => onShow('page' in next ? next : { ...next, page: 1 });
  return (
    <Card title={t('devices.title')} description={t('devices.description')} padding="flush">
      <div className={styles.bar}>
        <SegmentedControl
          aria-label={t('devices.kind')}
          data={kindOrder.map((kind) => ({ value: kind, label: t(`kind.${kindNames[kind]}`) }))}
          value={view.kind}
          onChange={(kind) => show({ kind: kind as PackageKind, version: '' })}
        />
        <SearchField
          className={jobsStyles.search}
          label={t('devices.search')}
          value={view.search}
          onChange={(search) => show({ search })}
        />
        <Select
          className={jobsStyles.filter}
          aria-label={t('devices.version')}
          placeholder={t('devices.allVersions')}
          clearable
          clearButtonProps={{ 'aria-label': t('devices.allVersions') }}
          data={counts.map(({ version }) => ({
            value: version ?? 'unknown',
            label: version ?? t('version.unknown'),
          }))}
          value={view.version || null}
          onChange={(version) => show({ version: version ?? '' })}
        />
      </div>
      <DataTable<UpgradableThing>
        label={t('devices.title')}
        columns={columns}
        rows={rows}
        keyOf={(thing) => thing.devid}
        selected={all ? new Set(rows.map((row) => row.devid)) : chosen}
        onSelectedChange={(next) => {
          setAll(false);
          setChosen(next);
        }}
        sort={{ id: view.sort, desc: view.order === 'desc' }}
        onSortChange={(sort) =>
          show({
            sort: upgradeSorts.find((each) => each === sort?.id) ?? ('devname' satisfies UpgradeSort),
            order: sort?.desc ? 'desc' : 'asc',
            page: 1,
          })
        }
        card={(thing) => <DeviceLines thing={thing} kind={view.kind} latest={latest} />}
        cardHeight={78}
        loading={found.isPending}
        fetching={found.isFetching && found.isPlaceholderData}
        error={found.data ? undefined : found.error}
        onRetry={() => void found.refetch()}
        empty={
          view.search || view.version ? (
            <NoMatch
              title={t('devices.noMatch')}
              clear={t('devices.clear')}
              onClear={() => show({ search: '', version: '' })}
            />
          ) : (
            <EmptyState title={t('devices.none')} text={t('devices.noneText')} />
          )
        }
        footer={
          <Pager
            page={view.page}
            size={view.size}
            total={total}
            sizes={[10, 20, 50, 100]}
            onChange={show}
            autoScroll={false}
          />
        }
      />
      <BulkBar
        count={all ? total : chosen.size}
        total={total}
        onSelectAll={() => setAll(true)}
        onClear={clear}
      >
        <Button
          size="xs"
          leftSection={<IconRefreshDot size={15} stroke={1.8} aria-hidden="true" />}
          onClick={() => onUpgrade(all ? { filter: { search, version } } : { things: [...chosen] }, clear)}
        >
          {t('devices.upgrade')}
        </Button>
      </BulkBar>
    </Card>
  );
}

function useColumns(kind: PackageKind, latest: string | null): Column<UpgradableThing>[] {
  const { t } = useTranslation('firmware');
  return useMemo<Column<UpgradableThing>[]>(() => {
    const others = kindOrder.filter((each) => each !== kind);
    return [
      {
        id: 'devname',
        header: t('column.device'),
        sortable: true,
        minWidth: 170,
        grow: 2,
        cell: (thing) => <ThingName thing={thing} />,
      },
      {
        id: 'version',
        header: t(`kind.${kindNames[kind]}`),
        sortable: true,
        minWidth: 130,
        cell: (thing) => <Version version={thing.versions[kind] ?? null} latest={latest} />,
      },
      {
        id: 'job',
        header: t('column.upgrade'),
        minWidth: 170,
        grow: 2,
        cell: (thing) => <JobOf thing={thing} kind={kind} />,
      },
      ...others.map((each) => ({
        id: each,
        header: t(`kind.${kindNames[each]}`),
        width: 120,
        hideBelow: 980,
        cell: (thing: UpgradableThing) => thing.versions[each] ?? NO_VALUE,
      })),
      {
        id: 'hardware',
        header: t('column.hardware'),
        width: 96,
        hideBelow: 820,
        cell: (thing) => thing.hw_version ?? NO_VALUE,
      },
      {
        id: 'soc',
        header: t('column.soc'),
        sortable: true,
        width: 120,
        hideBelow: 700,
        cell: (thing) => <SocBar soc_pct={thing.soc} />,
      },
      {
        id: 'status',
        header: t('column.state'),
        sortable: true,
        width: 128,
        cell: (thing) => <ThingState status={thing.status} variant="plain" />,
      },
    ];
  }, [t, kind, latest]);
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
