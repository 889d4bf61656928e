import { useQuery } from '@tanstack/react-query';
import type { VisualData } from '@voltloop/contract/calls/insight.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { CHINA } from '@voltloop/resources/days.ts';
import { names, type ResourceName } from '@voltloop/resources/names.ts';
import { screens } from '@voltloop/resources/screens.ts';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isRefused } from '../../api/errors.ts';
import { forceDark } from '../../context/color-scheme.ts';
import { languageOf } from '../../context/language-of.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { columns } from '../../ui/chart/columns.ts';
import { ErrorState, localeOf, NoPermission, RelativeTime, SkeletonPage, useFormat } from '../../ui/index.ts';
import { NO_VALUE } from '../../ui/text/format.ts';
import walls from '../../ui/wall/wall.module.css';
import { WallHead } from '../../ui/wall/wall-head.tsx';
import { ProvinceGrid } from './province-grid.tsx';
import { wall } from './queries.ts';
import { useEnlarged } from './use-enlarged.ts';
import styles from './wall-page.module.css';

const TONNE_KG = 1000;
/** Older figures are marked as stale. */
const STALE_MS = 90_000;

/** The wall of the business: dark, live, legible from three metres. */
export default function WallPage() {
  const { t } = useTranslation('visual');
  const found = useQuery(wall);
  useLayoutEffect(forceDark, []);
  if (isRefused(found.error)) return <NoPermission />;
  if (!found.data)
    return found.error ? (
      <ErrorState error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <SkeletonPage />
    );
  const { data } = found;
  const live = !found.error && Date.now() - found.dataUpdatedAt < STALE_MS;
  return (
    <main id="main" tabIndex={-1} className={`${walls.page} ${styles.page}`}>
      <WallHead
        title={
          <Link to={screens.home.path} className={styles.back} title={t('back')}>
            {t('title')}
          </Link>
        }
        live={live}
        asOf={data.at}
        zone={CHINA}
      />
      <Tiles data={data} />
      <section className={styles.map} aria-labelledby="wall-map">
        <h2 id="wall-map">{t('map')}</h2>
        <ProvinceGrid regions={data.regions} />
        <Chemistries data={data} />
      </section>
      <div className={styles.side}>
        <FlowsPanel data={data} />
        <Counts
          title={t('reporting')}
          counts={[
            { key: 'overdue', value: data.reporting.overdue, tone: 'danger' },
            { key: 'failed', value: data.reporting.failed, tone: 'danger' },
            { key: 'today', value: data.reporting.today, tone: 'warning' },
            { key: 'soon', value: data.reporting.soon },
            { key: 'reported', value: data.reporting.reported },
          ]}
        />
        <Counts
          title={t('warnings')}
          counts={[
            { key: 'nearlyFull', value: data.warnings.nearlyFull, tone: 'warning' },
            { key: 'permits', value: data.warnings.permits, tone: 'warning' },
            { key: 'approvals', value: data.warnings.waiting },
            { key: 'old', value: Math.round(Number(data.warnings.oldKg) / TONNE_KG), tone: 'warning' },
          ]}
        />
        <Newest documents={data.documents} />
      </div>
    </main>
  );
}

function Tiles({ data }: { data: VisualData }) {
  const { t } = useTranslation('visual');
  const { number, language } = useFormat();
  const money = new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency: 'CNY',
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  const { stock, today, month } = data;
  const pieces = (count: number) => t('pieces', { total: number(count) });
  const share = (part: string, whole: string) =>
    Number(whole) > 0 ? `${number((Number(part) / Number(whole)) * 100, 1)} %` : NO_VALUE;
  return (
    <ul className={styles.tiles}>
      <Tile label={t('stock')} kg={stock.kg} hint={pieces(stock.pieces)} />
      <Tile label={t('todayIn')} kg={today.in.kg} hint={pieces(today.in.pieces)} />
      <Tile label={t('todayOut')} kg={today.out.kg} hint={pieces(today.out.pieces)} />
      <Tile label={t('made')} kg={month.made.kg} hint={pieces(month.made.pieces)} />
      <Tile
        label={t('recovered')}
        kg={month.recoveredKg}
        hint={t('recoveredOf', { share: share(month.recoveredKg, month.recycledKg) })}
      />
      <Tile
        label={t('sales')}
        value={money.format(Number(month.money))}
        hint={t('sold', { total: number(month.soldPieces) })}
      />
    </ul>
  );
}

function Tile({ label, kg, value, hint }: { label: string; kg?: string; value?: ReactNode; hint: string }) {
  const { number } = useFormat();
  const tonnes = Number(kg) / TONNE_KG;
  return (
    <li className={styles.tile}>
      <span className={styles.tileLabel}>{label}</span>
      <span className={styles.figure}>
        <span className={walls.big}>{value ?? number(tonnes, tonnes < 100 ? 1 : 0)}</span>
        {kg !== undefined && <span className={styles.unit}>t</span>}
      </span>
      <span className={styles.hint}>{hint}</span>
    </li>
  );
}

function FlowsPanel({ data }: { data: VisualData }) {
  const { t } = useTranslation('visual');
  const enlarged = useEnlarged();
  const { language } = useFormat();
  const drawing = useMemo(
    () =>
      columns({
        category: t('day'),
        categories: data.days.map(({ day }) => ({ key: day, label: day.slice(5) })),
        series: (['in', 'out'] as const).map((name) => ({
          key: name,
          label: t(name),
          unit: 't',
          decimals: 1,
          color: name === 'in' ? 2 : 1,
          values: data.days.map((each) => Number(each[`${name}Kg`]) / TONNE_KG),
        })),
        language,
      }),
    [data.days, language, t],
  );
  return (
    <section className={styles.panel} aria-labelledby="wall-flows">
      <h2 id="wall-flows">{t('flows')}</h2>
      <div style={{ zoom: enlarged }}>
        <Chart label={t('flows')} drawing={drawing} height={enlarged > 1 ? 104 : 150} />
      </div>
    </section>
  );
}

/** The stock by chemistry, for the most common ones. */
function Chemistries({ data }: { data: VisualData }) {
  const { t } = useTranslation('visual');
  const { language, number } = useFormat();
  const of = languageOf(language);
  const total = Number(data.stock.kg);
  return (
    <div>
      <h3 id="wall-chemistries">{t('chemistries')}</h3>
      <ul className={styles.bars} aria-labelledby="wall-chemistries">
        {data.chemistries.slice(0, 3).map(({ key, kg }) => (
          <li key={key}>
            <span>{key === '' ? t('unknown') : optionLabel('chemistry', key, of)}</span>
            <span className={styles.track} aria-hidden="true">
              <span style={{ width: `${total > 0 ? (Number(kg) / total) * 100 : 0}%` }} />
            </span>
            <span>{number(Number(kg) / TONNE_KG, 1)} t</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface CountsProps {
  title: string;
  counts: readonly { key: string; value: number; tone?: 'danger' | 'warning' }[];
}

function Counts({ title, counts }: CountsProps) {
  const { t } = useTranslation('visual');
  const { number } = useFormat();
  return (
    <section className={styles.panel}>
      <h2>{title}</h2>
      <dl className={styles.counts}>
        {counts.map(({ key, value, tone }) => (
          <div key={key} data-tone={value > 0 ? tone : undefined}>
            <dt>{t(key)}</dt>
            <dd>{number(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Newest({ documents }: { documents: VisualData['documents'] }) {
  const { t } = useTranslation('visual');
  const { number, language } = useFormat();
  const of = languageOf(language);
  const nameOf = (kind: string) => (names as Readonly<Record<string, ResourceName>>)[kind]?.one[of] ?? kind;
  return (
    <section className={styles.panel} aria-labelledby="wall-documents" data-list>
      <h2 id="wall-documents">{t('documents')}</h2>
      {documents.length === 0 ? (
        <p className={styles.hint}>{t('none')}</p>
      ) : (
        <ul className={styles.documents}>
          {documents.map(({ id, kind, at, kg, place }) => (
            <li key={id}>
              <span className={styles.kind}>{nameOf(kind)}</span>
              <span className={styles.where}>{place}</span>
              <span>{number(Number(kg) / TONNE_KG, 2)} t</span>
              <RelativeTime time={at} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
