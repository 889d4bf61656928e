import type { SiteDetail } from '@voltloop/contract/calls/sites.ts';
import { useTranslation } from 'react-i18next';
import { Card, EmptyState, RelativeTime, useFormat } from '../../ui/index.ts';
import { useNow } from '../../ui/time/use-now.ts';
import { ChargeNote, FlowPicture } from '../things/index.ts';
import styles from './sites.module.css';

/** Older powers are not animated. */
const STALE_MS = 10 * 60_000;

/** The current energy flow of the whole site: the sum of its online devices. */
export function FlowCard({ site }: { site: SiteDetail }) {
  const { t } = useTranslation('sites');
  const { number } = useFormat();
  const now_ms = useNow(30_000);
  const { power, devices, offline } = site;
  return (
    <Card
      title={t('flow.title')}
      description={
        offline > 0 && t('flow.offline', { count: offline, n: number(offline), all: number(devices) })
      }
      tools={
        power.as_of !== null && (
          <span className={styles.sub}>
            {t('flow.asOf')} <RelativeTime time={power.as_of} zone={site.time_zone} />
          </span>
        )
      }
    >
      {power.as_of === null ? (
        <EmptyState compact title={t('flow.none')} text={t('flow.noneText')} />
      ) : (
        <>
          <FlowPicture
            pv_w={power.pv_power_w}
            battery_w={power.bat_power_w}
            grid_w={power.grid_power_w}
            load_w={power.load_power_w}
            soc_pct={power.soc}
            stale={now_ms - power.as_of > STALE_MS}
          />
          {power.left_wh !== null && (
            <p className={styles.left}>
              {power.rated_wh === null
                ? t('flow.leftOnly', { left: number(power.left_wh / 1000, 1) })
                : t('flow.left', {
                    left: number(power.left_wh / 1000, 1),
                    rated: number(power.rated_wh / 1000, 1),
                  })}
            </p>
          )}
          <ChargeNote charge={power} className={styles.left} />
        </>
      )}
    </Card>
  );
}
