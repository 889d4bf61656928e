import { useQuery } from '@tanstack/react-query';
import type { Thing } from '@voltloop/contract';
import {
  Card,
  EmptyState,
  ErrorState,
  RelativeTime,
  SkeletonChart,
  StatusBadge,
  useFormat,
} from '@voltloop/ui';
import { useTranslation } from 'react-i18next';
import { CellHeatMap } from './cell-heat-map.tsx';
import type { Pack } from './packs.ts';
import { packsOf } from './packs.ts';
import styles from './packs-tab.module.css';
import { lastData } from './queries.ts';
import { type Dictionary, useDictionary } from './use-dictionary.ts';

/** Every pack of the device with its cells, as last reported. */
export default function PacksTab({ thing }: { thing: Thing }) {
  const { t } = useTranslation('things');
  const last = useQuery(lastData(thing.devid));
  const dictionary = useDictionary(thing.info_model_id);
  if (last.isError && !last.data)
    return <ErrorState error={last.error} onRetry={() => void last.refetch()} />;
  if (!last.data) return <SkeletonChart height={320} />;
  const packs = packsOf(last.data);
  if (packs.length === 0) return <EmptyState title={t('packs.none')} text={t('packs.noneText')} />;
  return (
    <div className={styles.packs}>
      {packs.map((pack) => (
        <PackCard key={pack.no} pack={pack} zone={thing.time_zone} dictionary={dictionary} />
      ))}
    </div>
  );
}

const shownValues = ['P_SOC', 'P_SOH', 'P_VOLT', 'P_CURR', 'P_CYCLES', 'P_MOS_T', 'P_R_INT'];

function PackCard({ pack, zone, dictionary }: { pack: Pack; zone: string; dictionary: Dictionary }) {
  const { t } = useTranslation('things');
  const { number } = useFormat();
  const state = pack.values.P_STATE;
  return (
    <Card
      title={t('packs.title', { no: pack.no })}
      description={
        <>
          {t('packs.reported')} <RelativeTime time={pack.time} zone={zone} />
        </>
      }
      tools={
        state !== undefined && (
          <StatusBadge tone={state === 3 ? 'danger' : state === 4 ? 'neutral' : 'ok'}>
            {dictionary.valueText('P_STATE', state)}
          </StatusBadge>
        )
      }
    >
      <dl className={styles.facts}>
        {shownValues
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
          cells={pack.voltages}
          unit="mV"
          decimals={0}
          narrowest={20}
          wideSpread={50}
          balancing={pack.balancing}
        />
        <CellHeatMap
          label={t('packs.temperature')}
          cells={pack.temperatures}
          unit="°C"
          decimals={1}
          narrowest={4}
          wideSpread={8}
        />
      </div>
    </Card>
  );
}
