import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Thing } from '@voltloop/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { failureOf } from '../../api/query-failure.ts';
import { Card, ErrorState, RelativeTime, SkeletonChart, useFormat } from '../../ui/index.ts';
import { energyOf, loadEnergyCard } from '../energy/index.ts';
import { loadOwnCosts } from '../sites/frame.ts';
import { ChargeNote, FlowPicture, ownThings, ThingProblem, ThingState, thingPath } from '../things/index.ts';
import styles from './end-user-home.module.css';
import { batteryWord, nowOf, supplyOf } from './now-sentence.ts';

const EnergyCard = lazy(async () => ({ default: (await loadEnergyCard()).EnergyCard }));
const OwnCosts = lazy(async () => ({ default: (await loadOwnCosts()).OwnCosts }));

const ALL = '';

/** The current energy flow of the house in a picture and a sentence; then day, month and year. */
export function EndUserHome({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation('home');
  const own = useQuery(ownThings(tenantId));
  const failure = failureOf(own);
  const [chosen, setChosen] = useState(ALL);
  const { zone } = useFormat();
  if (failure)
    return (
      <Card>
        <ErrorState error={failure} onRetry={() => void own.refetch()} />
      </Card>
    );
  if (!own.data) return <SkeletonChart height={420} />;
  const all = own.data.list;
  const things = chosen === ALL ? all : all.filter(({ devid }) => devid === chosen);
  const [only] = things.length === 1 ? things : [];
  return (
    <div className={styles.stack}>
      {all.length > 1 && (
        <Select
          className={styles.picker}
          label={t('own.device')}
          value={chosen}
          onChange={(devid) => setChosen(devid ?? ALL)}
          allowDeselect={false}
          data={[
            { value: ALL, label: t('own.all', { count: all.length }) },
            ...all.map(({ devid, devname }) => ({ value: devid, label: devname || devid })),
          ]}
        />
      )}
      <Problems things={things} />
      <div className={styles.columns}>
        <NowCard things={things} />
        <Suspense fallback={<SkeletonChart height={480} />}>
          <EnergyCard
            key={chosen}
            energy={energyOf(
              tenantId,
              things.slice(0, 20).map(({ devid }) => devid),
            )}
            {...(only ? { clock: only.time_zone } : {})}
            zone={only?.time_zone ?? things[0]?.time_zone ?? zone ?? 'UTC'}
            kinds={['day', 'month', 'year']}
            begin="month"
            title={t('own.energy')}
            brief
          />
        </Suspense>
      </div>
      <Suspense>
        <OwnCosts />
      </Suspense>
    </div>
  );
}

/** Active events of the shown devices; renders nothing without any. */
function Problems({ things }: { things: readonly Thing[] }) {
  const { t } = useTranslation('home');
  const wrong = things.filter(({ problem }) => problem !== null);
  if (wrong.length === 0) return null;
  return (
    <ul className={styles.problems} aria-label={t('own.problems')}>
      {wrong.map((thing) => (
        <li key={thing.devid}>
          <ThingProblem thing={thing} />
          <Link to={thingPath(thing.devid, 'events')}>
            {things.length > 1 ? thing.devname || thing.devid : t('own.what')}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function NowCard({ things }: { things: readonly Thing[] }) {
  const { t } = useTranslation('home');
  const { number } = useFormat();
  const now = nowOf(things);
  const last_time = Math.max(0, ...things.map(({ status_data: s }) => s.last_time ?? 0));
  const [only] = things.length === 1 ? things : [];
  const word = now && t(`now.battery.${batteryWord(now)}`);
  return (
    <Card
      title={t('now.title')}
      tools={
        only && (
          <span className={styles.tools}>
            <ThingState status={only.status} variant="plain" />
            <Link to={thingPath(only.devid)}>{t('own.details')}</Link>
          </span>
        )
      }
    >
      <p className={styles.sentence}>
        {now ? (
          `${t(`now.supply.${supplyOf(now)}`)}${t('now.join')}${word}${
            now.soc_pct === null ? '' : t('now.soc', { soc: number(now.soc_pct, 0) })
          }${
            now.left_wh === null ? '' : t('now.left', { kwh: number(now.left_wh / 1000, 1) })
          }${t('now.end')}`
        ) : last_time > 0 ? (
          <>
            {t('now.away')} <RelativeTime time={last_time} />
          </>
        ) : (
          t('now.never')
        )}
      </p>
      {now && <ChargeNote charge={now} className={styles.note} />}
      <div className={styles.flow}>
        <FlowPicture
          pv_w={now?.pv_w ?? null}
          battery_w={now?.battery_w ?? null}
          grid_w={now?.grid_w ?? null}
          load_w={now?.load_w ?? null}
          soc_pct={now?.soc_pct ?? null}
          stale={now === null}
        />
      </div>
    </Card>
  );
}
