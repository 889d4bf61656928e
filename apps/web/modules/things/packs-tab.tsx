import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Thing } from '@voltloop/contract';
import { sendMessage } from '@voltloop/contract/calls/commands.ts';
import { keyOf, type Role } from '@voltloop/device-models/roles.ts';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import {
  Card,
  EmptyState,
  ErrorState,
  RelativeTime,
  SkeletonChart,
  StatusBadge,
  useFormat,
} from '../../ui/index.ts';
import { type Dictionary, useDictionary } from '../telemetry/index.ts';
import { CellHeatMap } from './cell-heat-map.tsx';
import type { Pack } from './packs.ts';
import { packsOf } from './packs.ts';
import styles from './packs-tab.module.css';
import { lastData } from './queries.ts';
import { useSendCommand } from './use-send-command.ts';

const PackHistory = lazy(() => import('./pack-history.tsx'));
const PackTable = lazy(() => import('./pack-table.tsx'));

/** Every pack of the device with its cells, as last reported. */
export default function PacksTab({ thing }: { thing: Thing }) {
  const { t } = useTranslation('things');
  const last = useQuery(lastData(thing.devid));
  const dictionary = useDictionary(thing.info_model_id);
  const { tenantId, roleId } = useAccount();
  const report = useSendCommand(tenantId, thing.devid);
  const sent = report.variables;
  const requestedPack = sent?.cmd === 'report_pack' ? sent.params.P_no : null;
  const mayRequest = (sendMessage.access as readonly number[]).includes(roleId);
  if (last.isError && !last.data)
    return <ErrorState error={last.error} onRetry={() => void last.refetch()} />;
  if (dictionary.error) return <ErrorState error={dictionary.error} onRetry={dictionary.refetch} />;
  // Without the dictionary, values would have keys for names, and neither units nor decimals.
  if (!last.data || !dictionary.ready) return <SkeletonChart height={320} />;
  const packs = packsOf(last.data);
  if (packs.length === 0) return <EmptyState title={t('packs.none')} text={t('packs.noneText')} />;
  return (
    <div className={styles.tab}>
      <div className={styles.packs}>
        {packs.map((pack) => (
          <PackCard
            key={pack.no}
            pack={pack}
            zone={thing.time_zone}
            dictionary={dictionary}
            {...(mayRequest
              ? { onReport: () => void report.run({ cmd: 'report_pack', params: { P_no: pack.no } }) }
              : {})}
            reporting={report.isPending && requestedPack === pack.no}
            busy={report.isPending}
          />
        ))}
      </div>
      <Suspense fallback={<SkeletonChart height={320} />}>
        <PackHistory thing={thing} dictionary={dictionary} packs={packs.map((pack) => pack.no)} />
        <PackTable packs={packs} dictionary={dictionary} />
      </Suspense>
    </div>
  );
}

const shownRoles = [
  'pack_soc',
  'pack_soh',
  'pack_voltage',
  'pack_current',
  'pack_cycles',
  'pack_mosfet_t',
  'pack_resistance',
] as const satisfies Role[];
const STATE = keyOf('pack_state');

interface PackCardProps {
  pack: Pack;
  zone: string;
  dictionary: Dictionary;
  /** Requests a report of the pack; absent without the right to send commands. */
  onReport?: () => void;
  /** A request for this pack is pending. */
  reporting: boolean;
  /** A request for any pack of the device is pending. */
  busy: boolean;
}

function PackCard({ pack, zone, dictionary, onReport, reporting, busy }: PackCardProps) {
  const { t } = useTranslation(['things', 'packs']);
  const { number } = useFormat();
  const state = pack.values[STATE];
  return (
    <Card
      title={t('packs.title', { no: pack.no })}
      description={
        <>
          {t('packs.reported')} <RelativeTime time={pack.time} zone={zone} />
        </>
      }
      tools={
        <>
          {state !== undefined && (
            <StatusBadge tone={state === 3 ? 'danger' : state === 4 ? 'neutral' : 'ok'}>
              {dictionary.valueText(STATE, state)}
            </StatusBadge>
          )}
          {onReport && (
            <Button
              size="compact-sm"
              variant="default"
              loading={reporting}
              disabled={busy && !reporting}
              aria-label={t('report', { ns: 'packs', no: pack.no })}
              leftSection={<IconRefresh size={14} aria-hidden="true" />}
              onClick={onReport}
            >
              {t('reportNow', { ns: 'packs' })}
            </Button>
          )}
        </>
      }
    >
      <dl className={styles.facts}>
        {dictionary
          .keysOf(shownRoles)
          .filter((key) => pack.values[key] !== undefined)
          .map((key) => (
            <div key={key}>
              <dt>{dictionary.shortLabel(key)}</dt>
              <dd>
                {number(pack.values[key], dictionary.decimals(key))} {dictionary.unit(key)}
              </dd>
            </div>
          ))}
      </dl>
      <div className={styles.maps}>
        <CellHeatMap
          label={t('packs.voltage')}
          cells={pack.cells[keyOf('cell_voltage')] ?? []}
          unit="mV"
          decimals={0}
          narrowest={20}
          wideSpread={50}
          balancing={pack.balancing}
        />
        <CellHeatMap
          label={t('packs.temperature')}
          cells={pack.cells[keyOf('cell_temperature')] ?? []}
          unit="°C"
          decimals={1}
          narrowest={4}
          wideSpread={8}
        />
      </div>
    </Card>
  );
}
