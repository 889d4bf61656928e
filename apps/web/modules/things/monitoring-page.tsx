import { Button } from '@mantine/core';
import { IconAlertTriangleFilled, IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ATTENTION_LEVEL, type Thing, thingSorts } from '@voltloop/contract/calls/things.ts';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router';
import { isRefused } from '../../api/errors.ts';
import { useAccount } from '../../context/use-account.ts';
import { useSiteChip } from '../../ui/devices/use-site-chip.ts';
import {
  Card,
  formatNumber,
  NoPermission,
  PageHeader,
  RelativeTime,
  SkeletonChart,
  type Tone,
  useFormat,
} from '../../ui/index.ts';
import { BulkBar } from '../../ui/list/bulk-bar.tsx';
import chipStyles from '../../ui/list/chips.module.css';
import { ExportMenu } from '../../ui/list/export-menu.tsx';
import { ListBar, ListTools } from '../../ui/list/list-bar.tsx';
import { NoMatch } from '../../ui/list/no-match.tsx';
import { lookProps, sortProps } from '../../ui/list/table-props.ts';
import { useTableView } from '../../ui/list/use-table-view.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { FirstSteps, NoDevices } from '../first-steps/index.ts';
import { BulkActions } from './bulk-actions.tsx';
import { loadFleetInsight } from './load-fleet-insight.ts';
import styles from './monitoring-page.module.css';
import {
  defaultView,
  type MonitoringView,
  rejectsPath,
  serverFilters,
  thingPath,
  viewFromUrl,
  viewToUrl,
} from './monitoring-url.ts';
import { batteryDirection } from './power.ts';
import { PowerCell } from './power-cell.tsx';
import { summary } from './queries.ts';
import { SocBar } from './soc-bar.tsx';
import { ProblemName } from './thing-problem.tsx';
import { ThingState, thingStateList } from './thing-state.tsx';
import { useFleet } from './use-fleet.ts';
import { useSharedColumns } from './use-shared-columns.tsx';
import { useThingSelection } from './use-thing-selection.ts';

const FleetInsight = lazy(loadFleetInsight);

const NO_ROWS: readonly Thing[] = [];
/** Role id of the main account: Monitoring is its start page, as it has no home. */
const MAIN = 0;

/** Every device of the account in one table, with live values; search, filters and sorting run on the server. */
export default function MonitoringPage() {
  const { t } = useTranslation('things');
  const format = useFormat();
  const { tenantId, roleId } = useAccount();
  const [insight, setInsight] = useState(false);
  const location = useLocation();
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const view = useMemo(() => viewFromUrl(new URLSearchParams(query)), [query]);
  const show = (next: Partial<MonitoringView>) =>
    setParams(viewToUrl({ ...view, ...next }, params), { replace: true, preventScrollReset: true });

  const siteChip = useSiteChip(view.site);
  const counts = useQuery(summary(tenantId)).data;
  const statesShown = thingStateList.filter(
    ({ status, name }) => view.state === status || name === 'online' || counts?.[name] !== 0,
  );
  const fleet = useFleet(tenantId, view);
  const columns = useColumns();
  const table = useTableView('monitoring', columns);
  const selection = useThingSelection(serverFilters(view), table.shown);

  if (isRefused(fleet.error)) return <NoPermission />;
  const filtered = view.search !== '' || view.state !== null || view.problem !== null || view.site !== '';

  return (
    <div className={styles.page}>
      <PageHeader
        title={t('monitoring.title')}
        description={t('monitoring.description')}
        tools={
          <>
            {roleId <= 4 && <Link to={rejectsPath}>{t('rejects.open')}</Link>}
            {roleId === MAIN && (
              <Button
                size="sm"
                variant="default"
                aria-expanded={insight}
                leftSection={<IconChartBar size={16} stroke={1.8} aria-hidden="true" />}
                onClick={() => setInsight(!insight)}
              >
                {t('monitoring.insight')}
              </Button>
            )}
          </>
        }
      />
      {roleId === MAIN && <FirstSteps />}
      {insight && (
        <div className={styles.insight}>
          <Suspense fallback={<SkeletonChart height={320} />}>
            <FleetInsight tenantId={tenantId} />
          </Suspense>
        </div>
      )}
      <Card padding="flush">
        <ListBar
          className={styles.bar}
          search={{
            label: t('monitoring.search'),
            value: view.search,
            onChange: (search) => show({ search }),
          }}
          tools={
            <ListTools screen="monitoring" columns={columns} table={table}>
              <ExportMenu onExport={(what) => selection.exportList(what)} disabled={fleet.total === 0} />
            </ListTools>
          }
          chips={{
            filters: view.site ? [{ id: 'site', text: siteChip, onRemove: () => show({ site: '' }) }] : [],
            onClear: () => show({ site: '' }),
          }}
        >
          {counts?.total !== 0 && (
            <fieldset className={chipStyles.chips} aria-label={t('monitoring.filter')}>
              <Chip
                label={t('monitoring.all')}
                count={counts?.total}
                on={view.state === null && view.problem === null}
                onClick={() => show({ state: null, problem: null })}
              />
              <Chip
                tone="warning"
                icon={<IconAlertTriangleFilled size={14} />}
                label={t('problem.attention')}
                count={counts?.attention}
                on={view.problem === ATTENTION_LEVEL}
                onClick={() =>
                  show(
                    view.problem === ATTENTION_LEVEL
                      ? { problem: null }
                      : { problem: ATTENTION_LEVEL, state: null, sort: 'problem', order: 'desc' },
                  )
                }
              />
              {statesShown.map(({ status, name, tone, Icon }) => (
                <Chip
                  key={status}
                  tone={tone}
                  icon={<Icon size={14} stroke={2} />}
                  label={t(`state.${name}`)}
                  count={counts?.[name]}
                  on={view.state === status}
                  onClick={() => show({ state: view.state === status ? null : status, problem: null })}
                />
              ))}
            </fieldset>
          )}
        </ListBar>
        <DataTable<Thing>
          label={t('monitoring.title')}
          columns={columns}
          {...lookProps(table)}
          rows={NO_ROWS}
          lazy={fleet}
          scrollKey={location.key + query}
          keyOf={(thing) => thing.devid}
          {...sortProps(view, thingSorts, defaultView, show)}
          hrefOf={(thing) => thingPath(thing.devid)}
          selected={selection.selected}
          onSelectedChange={selection.setSelected}
          onSelectAll={() => void selection.selectAll()}
          loading={fleet.loading}
          fetching={fleet.fetching}
          error={fleet.error}
          onRetry={fleet.retry}
          rowHeight={48}
          maxHeight="max(320px, calc(100dvh - 300px))"
          card={(thing) => <ThingCard thing={thing} />}
          cardHeight={84}
          empty={
            filtered ? (
              <NoMatch
                title={t('monitoring.noMatch')}
                text={t('monitoring.noMatchText')}
                clear={t('monitoring.clear')}
                onClear={() => show(defaultView)}
              />
            ) : (
              <NoDevices />
            )
          }
          footer={
            <span className={styles.total} role="status">
              {t('monitoring.total', { count: fleet.total, total: format.number(fleet.total) })}
            </span>
          }
        />
        <BulkBar
          count={selection.selected.size}
          total={fleet.total}
          onSelectAll={selection.selectAll}
          onClear={selection.clear}
        >
          <BulkActions devids={selection.selected} roleId={roleId} />
          <ExportMenu
            label={t('bulk.export')}
            onExport={(what) => selection.exportList(what, selection.selected)}
          />
        </BulkBar>
      </Card>
    </div>
  );
}

function useColumns(): Column<Thing>[] {
  const { t } = useTranslation('things');
  const { language } = useFormat();
  const shared = useSharedColumns();
  return useMemo<Column<Thing>[]>(
    () => [
      { ...shared.devname, minWidth: 136 },
      shared.status,
      { ...shared.problem, minWidth: 202 },
      { ...shared.soc, width: 136 },
      { ...shared.battery, width: 148, hideBelow: 600 },
      { ...shared.grid, width: 148, hideBelow: 740 },
      {
        id: 'pv',
        header: t('column.pv'),
        width: 96,
        align: 'end',
        hideBelow: 860,
        cell: ({ status_data: s }) => <PowerCell power_w={s.pv_power_w} />,
      },
      {
        id: 'load',
        header: t('column.load'),
        width: 96,
        align: 'end',
        hideBelow: 880,
        cell: ({ status_data: s }) => <PowerCell power_w={s.load_power_w} />,
      },
      shared.last,
      {
        id: 'soh',
        header: t('column.soh'),
        optional: true,
        width: 132,
        align: 'end',
        cell: ({ status_data: s }) => (s.soh === null ? '' : `${formatNumber(s.soh, 1, language)} %`),
      },
      {
        id: 'subusers',
        header: t('fact.accounts'),
        optional: true,
        cell: (thing) => thing.subusers.join(', '),
      },
      { id: 'address', header: t('fact.place'), optional: true, cell: (thing) => thing.desc.address ?? '' },
      {
        id: 'sw_version',
        header: t('fact.software'),
        optional: true,
        width: 120,
        cell: (thing) => thing.status_data.sw_version ?? '',
      },
      {
        id: 'hw_version',
        header: t('fact.hardware'),
        optional: true,
        width: 120,
        cell: (thing) => thing.status_data.hw_version ?? '',
      },
      {
        id: 'time_zone',
        header: t('column.zone'),
        optional: true,
        minWidth: 140,
        cell: (thing) => thing.time_zone,
      },
    ],
    [t, language, shared],
  );
}

/** A device on a phone: name and state, then the most important values. */
function ThingCard({ thing }: { thing: Thing }) {
  const { t } = useTranslation('things');
  const s = thing.status_data;
  return (
    <div className={styles.card}>
      <span className={styles.main}>{thing.devname || thing.devid}</span>
      <ThingState status={thing.status} />
      <span className={styles.sub}>
        {thing.problem && thing.problem.level >= ATTENTION_LEVEL ? (
          <ProblemName problem={thing.problem} />
        ) : (
          thing.devid
        )}
      </span>
      <span className={styles.sub}>
        <RelativeTime time={s.last_time} zone={thing.time_zone} />
      </span>
      <span className={styles.cardFigures}>
        <SocBar soc_pct={s.soc} />
        {s.last_time === null ? (
          <span>{t('monitoring.never')}</span>
        ) : (
          <PowerCell power_w={s.bat_power_w} direction={batteryDirection(s.bat_power_w)} />
        )}
      </span>
    </div>
  );
}

interface ChipProps {
  label: string;
  count: number | undefined;
  on: boolean;
  icon?: ReactNode;
  tone?: Tone;
  onClick: () => void;
}

function Chip({ label, count, on, icon, tone, onClick }: ChipProps) {
  const format = useFormat();
  return (
    <button type="button" className={chipStyles.chip} aria-pressed={on} onClick={onClick}>
      {icon && (
        <span className={styles.chipIcon} data-tone={tone} aria-hidden="true">
          {icon}
        </span>
      )}
      {label}
      <span className={chipStyles.count}>{count === undefined ? '' : format.number(count)}</span>
    </button>
  );
}
