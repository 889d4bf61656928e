import { optionLabel } from '@voltloop/domain/options/index.ts';
import { Card, languageOf, useFormat } from '@voltloop/ui';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './funnel-card.module.css';
import type { HomeView } from './queries.ts';

/** The stages of a battery's way through the business, in their order; what lies beside the way follows. */
const WAY = ['in_use', 'in_stock', 'in_test', 'in_production', 'sold', 'recycled'];
const BESIDE = ['registered', 'on_hold', 'in_transit', 'handed_over', 'missing', 'scrapped'];

/** Batteries by the stage that they are in. */
export function FunnelCard({ view }: { view: HomeView }) {
  const { t } = useTranslation('backofficeHome');
  const { number, language } = useFormat();
  const parts = view.home.counts.find(({ resource }) => resource === 'battery')?.by?.parts ?? [];
  if (parts.length === 0) return null;
  const of = new Map(parts.map(({ value, count }) => [String(value), count]));
  const most = Math.max(...WAY.map((state) => of.get(state) ?? 0), 1);
  const words = (state: string) => optionLabel('batteryState', state, languageOf(language));
  const path = (state: string) => `/backoffice/battery?f.state=${state}`;
  return (
    <Card title={t('funnel.title')}>
      <ol className={styles.funnel}>
        {WAY.map((state) => (
          <li key={state}>
            <Link to={path(state)} className={styles.stage}>
              <span className={styles.name}>{words(state)}</span>
              <span className={styles.bar} aria-hidden="true">
                <span style={{ width: `${((of.get(state) ?? 0) / most) * 100}%` }} />
              </span>
              <span className={styles.count}>{number(of.get(state) ?? 0)}</span>
            </Link>
          </li>
        ))}
      </ol>
      <ul className={styles.beside} aria-label={t('funnel.beside')}>
        {BESIDE.filter((state) => of.get(state)).map((state) => (
          <li key={state}>
            <Link to={path(state)} className={styles.key}>
              {words(state)} <strong>{number(of.get(state) ?? 0)}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
