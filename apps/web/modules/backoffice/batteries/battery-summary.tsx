import { useQuery } from '@tanstack/react-query';
import type { StockPlace } from '@voltloop/contract/calls/stock.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import type { Resource } from '@voltloop/resource-kit';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../../context/language-of.ts';
import { Card, NO_VALUE, useFormat } from '../../../ui/index.ts';
import { QrCode } from '../../../ui/qr-code/qr-code.tsx';
import { StageSteps } from '../../../ui/stage-steps.tsx';
import { type Row, SummaryFacts } from '../../resources/index.ts';
import { itemPage, PlaceName } from '../../stock/index.ts';
import { batteryStages } from './battery-stages.ts';
import styles from './battery-summary.module.css';
import { OpeningNotice } from './opening-notice.tsx';

/** The summary of a battery: its code to scan, its state of health, its stages and its place. */
export function BatterySummary({ row, resource }: { row: Row; resource: Resource }) {
  const { t } = useTranslation('batteries');
  const { language } = useFormat();
  const { data: item } = useQuery({ ...itemPage(row.id, 1), meta: { silent: true } });
  const code = String(row.batteryCode);
  const stages = batteryStages(String(row.state), item?.moves ?? []).map(({ state, how, day }) => ({
    id: state,
    label: optionLabel('batteryState', state, languageOf(language)),
    state: how,
    note: day,
  }));
  const place = item?.balances[0]?.place ?? placeOfRow(row);
  return (
    <>
      <OpeningNotice row={row} />
      <Card className={styles.summary ?? ''}>
        <div className={styles.row}>
          <QrCode text={code} label={t('summary.code', { code })} size={104} />
          <div className={styles.way}>
            <StageSteps label={t('summary.stages')} stages={stages} />
            <p className="plain">
              <span className={styles.name}>{t('summary.place')}</span>{' '}
              {place ? <PlaceName place={place} /> : NO_VALUE}
            </p>
            <SummaryFacts row={row} resource={resource} names={resource.summary ?? []} />
          </div>
          <HealthRing pct={row.sohPct === null || row.sohPct === undefined ? null : Number(row.sohPct)} />
        </div>
      </Card>
    </>
  );
}

/** Where the row says it is: a part has no stock of its own, it lies where its pack does. */
function placeOfRow({ storeId, location, titles }: Row): StockPlace | null {
  if (!storeId) return null;
  return {
    kind: 'location',
    storeId: String(storeId),
    name: titles.storeId ?? null,
    code: location ? String(location) : null,
  };
}

/** State of health below which a battery is worn, and at its end of life. */
const WORN_PCT = 80;
const END_PCT = 60;
const RADIUS = 42;
const LENGTH = 2 * Math.PI * RADIUS;

/** The state of health as a ring. */
function HealthRing({ pct }: { pct: number | null }) {
  const { t } = useTranslation('batteries');
  const { number } = useFormat();
  const share = Math.min(Math.max(pct ?? 0, 0), 100) / 100;
  const tone = pct === null ? undefined : pct < END_PCT ? 'danger' : pct < WORN_PCT ? 'warning' : 'ok';
  const text = pct === null ? t('summary.untested') : `${number(pct, Number.isInteger(pct) ? 0 : 1)} %`;
  return (
    <div className={styles.ring} data-tone={tone}>
      <svg
        viewBox="0 0 100 100"
        width={104}
        height={104}
        role="img"
        aria-label={`${t('summary.soh')} ${text}`}
      >
        <circle cx="50" cy="50" r={RADIUS} className={styles.track} />
        {pct !== null && (
          <circle
            cx="50"
            cy="50"
            r={RADIUS}
            className={styles.value}
            strokeDasharray={`${share * LENGTH} ${LENGTH}`}
            transform="rotate(-90 50 50)"
          />
        )}
      </svg>
      <span className={styles.figure} aria-hidden="true">
        <strong>{text}</strong>
        <small>{t('summary.soh')}</small>
      </span>
    </div>
  );
}
