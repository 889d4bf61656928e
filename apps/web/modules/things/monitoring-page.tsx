import { Button } from '@mantine/core';
import { IconAlertTriangleFilled, IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ATTENTION_LEVEL, type Thing } from '@voltloop/contract/calls/things.ts';
import { monitoringList } from '@voltloop/contract/lists/monitoring.list.ts';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAccount } from '../../context/use-account.ts';
import { useSiteChip } from '../../ui/devices/use-site-chip.ts';
import { PageHeader, RelativeTime, SkeletonChart, type Tone, useFormat } from '../../ui/index.ts';
import chipStyles from '../../ui/list/chips.module.css';
import { DeclaredList } from '../../ui/list/declared-list.tsx';
import { type ListPlace, useListPlace } from '../../ui/list/use-list-place.ts';
import { FirstSteps, NoDevices } from '../first-steps/index.ts';
import { BulkActions } from './bulk-actions.tsx';
import { loadFleetInsight } from './load-fleet-insight.ts';
import styles from './monitoring-page.module.css';
import { rejectsPath, thingPath } from './monitoring-url.ts';
import { batteryDirection } from './power.ts';
import { PowerCell } from './power-cell.tsx';
import { fleetPage, summary } from './queries.ts';
import { SocBar } from './soc-bar.tsx';
import { ProblemName } from './thing-problem.tsx';
import { ThingState, thingStateList } from './thing-state.tsx';
import { useLazyThings } from './use-lazy-things.ts';
import { useThingCells } from './use-thing-cells.tsx';
import { devidOf, useThingSelection } from './use-thing-selection.ts';

const FleetInsight = lazy(loadFleetInsight);

/** Role id of the main account: Monitoring is its start page, as it has no home. */
const MAIN = 0;

const hrefOf = ({ devid }: Thing) => thingPath(devid);
const card = (thing: Thing) => <ThingCard thing={thing} />;
/** The buttons before the list set them. */
const WITHOUT = ['state', 'problem'];

/** Every device of the account in one table, with live values; search, filters and sorting run on the server. */
export default function MonitoringPage() {
  const { t } = useTranslation('things');
  const format = useFormat();
  const { tenantId, roleId } = useAccount();
  const [insight, setInsight] = useState(false);
  const place = useListPlace(monitoringList);
  const siteChip = useSiteChip(place.view.site ?? '');
  const found = useLazyThings(tenantId, place.wanted, fleetPage);
  const { selection, onSelectAll, download } = useThingSelection(place, place.wanted);
  const shared = useThingCells();
  const cells = useMemo(
    () => ({
      ...shared,
      pv: ({ status_data: s }: Thing) => <PowerCell power_w={s.pv_power_w} />,
      load: ({ status_data: s }: Thing) => <PowerCell power_w={s.load_power_w} />,
    }),
    [shared],
  );
  return (
    <div className={styles.page}>
      <DeclaredList
        list={monitoringList}
        place={place}
        found={found}
        label={t('monitoring.title')}
        keyOf={devidOf}
        header={
          <>
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
          </>
        }
        bar={<States place={place} />}
        without={WITHOUT}
        chips={{ site: siteChip }}
        cells={cells}
        hrefOf={hrefOf}
        rowHeight={48}
        maxHeight="max(320px, calc(100dvh - 300px))"
        card={card}
        cardHeight={84}
        empty={<NoDevices />}
        counted={(total) => t('monitoring.total', { count: total, total: format.number(total) })}
        download={download}
        exportSelected={t('bulk.export')}
        selection={selection}
        onSelectAll={onSelectAll}
        bulk={<BulkActions devids={selection.ids} roleId={roleId} />}
      />
    </div>
  );
}

/** The number of devices by state, as filters. */
function States({ place: { view, show } }: { place: ListPlace<typeof monitoringList> }) {
  const { t } = useTranslation('things');
  const { tenantId } = useAccount();
  const counts = useQuery(summary(tenantId)).data;
  if (counts?.total === 0) return null;
  const shown = thingStateList.filter(
    ({ status, name }) => view.state === status || name === 'online' || counts?.[name] !== 0,
  );
  return (
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
      {shown.map(({ status, name, tone, Icon }) => (
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
