import { useQuery } from '@tanstack/react-query';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { decimalOf } from '@voltloop/resource-kit';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageOf } from '../../context/language-of.ts';
import { formatDecimal, StatusBadge, useFormat } from '../../ui/index.ts';
import { load, type Row, relatedRows, rowPath } from '../resources/index.ts';
import styles from './documents.module.css';
import { type InTransit, inTransit, type Line } from './queries.ts';
import type { Verdict, Verdicts } from './verdicts.ts';

/** Maximum number of listed arrivals. */
const MOST = 20;

/** The goods of a posted transfer that have not arrived yet; undefined for other documents. */
export function useInTransit(kind: string, row: Row): InTransit | undefined {
  const sent = row.preset === 'transfer' && row.status === 'posted';
  const { data } = useQuery({ ...inTransit(kind, row.id), enabled: sent });
  return sent ? data : undefined;
}

/** Marks the lines of a transfer whose goods are in transit, and those that have arrived. */
export function useTransitVerdicts(lines: readonly Line[], goods: InTransit | undefined): Verdicts | null {
  const { t, i18n } = useTranslation('documents');
  if (!goods) return null;
  const byItem = new Map(goods.map((each) => [each.clientKey, each]));
  return new Map(
    lines.map(({ clientKey, itemId }): [string, Verdict] => {
      const open = byItem.get(String(itemId));
      if (!open) return [clientKey, { tone: 'good' }];
      const message = open.code
        ? t('transit.line')
        : t('transit.lot', { kg: formatDecimal(open.kg, 0, i18n.language) });
      return [clientKey, { tone: 'doubtful', message }];
    }),
  );
}

/** How much of a posted transfer has not arrived yet, with links to its arrivals. */
export function InTransitNote({
  kind,
  row,
  goods,
}: {
  kind: string;
  row: Row;
  goods: InTransit | undefined;
}) {
  const { t } = useTranslation('documents');
  const { language } = useFormat();
  if (!goods) return null;
  const kg = goods.reduce((sum, each) => sum.plus(each.kg), decimalOf(0)).toFixed();
  return (
    <p className={styles.transit}>
      {goods.length === 0 ? (
        <StatusBadge tone="ok">{t('transit.arrived')}</StatusBadge>
      ) : (
        <StatusBadge tone="warning">
          {t('transit.open', { count: goods.length, kg: formatDecimal(kg, 0, language) })}
        </StatusBadge>
      )}
      <Arrivals kind={kind} id={row.id} />
    </p>
  );
}

function Arrivals({ kind, id }: { kind: string; id: string }) {
  const { t } = useTranslation('documents');
  const { language } = useFormat();
  const loaded = use(load(kind));
  const { data } = useQuery(relatedRows(loaded, 'transferId', id, { page: 1, size: MOST }));
  const arrivals = data?.list.filter(({ status }) => status !== 'cancelled' && status !== 'voided') ?? [];
  if (arrivals.length === 0) return null;
  return (
    <>
      <span>{t('transit.arrivals')}</span>
      {arrivals.map(({ id: arrival, no, status }) => (
        <Link key={arrival} to={rowPath(kind, arrival)} className="link">
          {[no, status !== 'posted' && optionLabel('documentStatus', status, languageOf(language))]
            .filter(Boolean)
            .join(' · ')}
        </Link>
      ))}
    </>
  );
}
