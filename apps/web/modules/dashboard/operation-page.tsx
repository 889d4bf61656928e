import { IconAlertTriangleFilled, IconBattery3, IconStack2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isRefused } from '../../api/errors.ts';
import { useLive } from '../../api/live.ts';
import { failureOf } from '../../api/query-failure.ts';
import { languageOf } from '../../context/language-of.ts';
import { useAccount } from '../../context/use-account.ts';
import { ErrorState, NoPermission, RelativeTime, useFormat } from '../../ui/index.ts';
import { BrandMark } from '../../ui/logo.tsx';
import wall from '../../ui/wall/wall.module.css';
import { WallHead } from '../../ui/wall/wall-head.tsx';
import { FleetMap, patchPositions } from '../home/index.ts';
import {
  ChargeNote,
  EventLevel,
  newestEvents,
  positions,
  summary,
  thingStateList,
  useThrottled,
} from '../things/index.ts';
import { EnergyNow } from './energy-now.tsx';
import styles from './operation-page.module.css';
import { PowerNow } from './power-now.tsx';
import { power } from './queries.ts';

/** Minimum interval between refetches of sums; a large fleet changes constantly, ms. */
const REFETCH_MS = 5_000;
const EVENTS = 6;

/** The fleet on a wall screen: its own browser tab, live, without menus, readable from three metres. */
export default function OperationPage() {
  const { t } = useTranslation(['dashboard', 'things', 'common']);
  const format = useFormat();
  const client = useQueryClient();
  const { tenantId } = useAccount();
  const counts = useQuery(summary(tenantId));
  const places = useQuery(positions(tenantId));
  const events = useQuery(newestEvents(tenantId, EVENTS));
  const now = useQuery(power(tenantId));
  const [connected, setConnected] = useState(false);

  const refetchSums = useThrottled(() => {
    void client.invalidateQueries({ queryKey: ['things', 'summary', tenantId] });
    void client.invalidateQueries({ queryKey: ['things', 'power', tenantId] });
  }, REFETCH_MS);
  useLive(
    { scope: 'fleet' },
    {
      state: (event) => {
        client.setQueryData(positions(tenantId).queryKey, (old) => old && patchPositions(old, event));
        refetchSums();
      },
      event: () => void client.invalidateQueries({ queryKey: ['events', 'newest', tenantId] }),
      onCatchUp: () => {
        void client.invalidateQueries({ queryKey: ['things'] });
        void client.invalidateQueries({ queryKey: ['events'] });
      },
      onConnection: setConnected,
    },
  );

  if (isRefused(counts.error)) return <NoPermission />;
  const failure = failureOf(counts);

  return (
    <main id="main" tabIndex={-1} className={`${wall.page} ${styles.page}`}>
      <WallHead
        title={t('title')}
        mark={
          <Link to="/" className={styles.brand} aria-label={t('back')} title={t('back')}>
            <BrandMark size={40} />
          </Link>
        }
        live={connected}
        asOf={now.data?.as_of}
      />
      {failure ? (
        <ErrorState error={failure} onRetry={() => void counts.refetch()} />
      ) : (
        <ul className={styles.tiles} aria-busy={counts.isPending}>
          <li className={styles.tile}>
            <span className={styles.tileLabel}>
              <IconStack2 aria-hidden="true" />
              {t('total')}
            </span>
            <span className={wall.big}>{format.number(counts.data?.total)}</span>
          </li>
          <li className={styles.tile} data-tone={counts.data?.attention ? 'warning' : undefined}>
            <span className={styles.tileLabel}>
              <IconAlertTriangleFilled aria-hidden="true" />
              {t('attention')}
            </span>
            <span className={wall.big}>{format.number(counts.data?.attention)}</span>
          </li>
          {thingStateList.map(({ name, tone, Icon }) => (
            <li key={name} className={styles.tile} data-tone={tone}>
              <span className={styles.tileLabel}>
                <Icon aria-hidden="true" />
                {t(`state.${name}`, { ns: 'things' })}
              </span>
              <span className={wall.big}>{format.number(counts.data?.[name])}</span>
            </li>
          ))}
          <li className={styles.tile}>
            <span className={styles.tileLabel}>
              <IconBattery3 aria-hidden="true" />
              {t('soc')}
            </span>
            <span>
              <span className={wall.big}>{format.number(now.data?.soc_pct)}</span>{' '}
              <span className={styles.unit}>%</span>
            </span>
            {now.data && <ChargeNote charge={now.data} className={styles.note} />}
          </li>
        </ul>
      )}
      <section className={styles.map} aria-label={t('map')}>
        <FleetMap positions={places.data ?? []} />
      </section>
      <div className={styles.side}>
        <section className={styles.panel} aria-labelledby="power-now">
          <h2 id="power-now">{t('power.title')}</h2>
          <PowerNow tenantId={tenantId} />
        </section>
        <section className={styles.panel} aria-labelledby="energy-now">
          <h2 id="energy-now">{t('energy.title')}</h2>
          <EnergyNow tenantId={tenantId} />
        </section>
        <section className={styles.panel} aria-labelledby="events-now" data-grow>
          <h2 id="events-now">{t('events.title')}</h2>
          {events.data?.list.length === 0 ? (
            <p className={styles.none}>{t('events.none')}</p>
          ) : (
            <ul className={styles.events}>
              {(events.data?.list ?? []).map((event) => (
                <li key={event.id}>
                  {event.state === 2 ? (
                    <span className={styles.cleared}>{t('events.cleared')}</span>
                  ) : (
                    <EventLevel level={event.level} />
                  )}
                  <span className={styles.what}>
                    <span className={styles.name}>{event.event_name[languageOf(format.language)]}</span>
                    <span className={styles.where}>{event.devname || event.devid}</span>
                  </span>
                  <RelativeTime time={event.begin_time} />
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </main>
  );
}
