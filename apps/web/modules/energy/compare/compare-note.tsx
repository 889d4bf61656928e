import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/index.ts';
import styles from './compare.module.css';
import type { ShownComparison } from './use-comparison.ts';

/** The time zone of the days, and the zoomed range. */
export function CompareNote({ comparison }: { comparison: ShownComparison }) {
  const { t } = useTranslation('compare');
  const { date } = useFormat();
  const { view, things, zone, cut } = comparison;
  const zones = [...new Set(things.map((thing) => thing.time_zone))];
  return (
    <p className={styles.note}>
      {t('zoneNote', { zone })}
      {zones.length > 1 &&
        ` ${t(cut === 'raw' || cut === '5m' || cut === '15m' ? 'zonesNote' : 'zonesCut')} `}
      {zones.length > 1 &&
        things.map((thing) => `${thing.devname || thing.devid}: ${thing.time_zone}`).join(' · ')}
      {view.zoom &&
        ` ${t('zoomed', {
          from: date(view.zoom.begin_ms, 'dateTime', zone),
          to: date(view.zoom.end_ms, 'dateTime', zone),
        })}`}
    </p>
  );
}
