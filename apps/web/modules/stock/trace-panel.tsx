import { useQuery } from '@tanstack/react-query';
import type { Trace, Traced } from '@voltloop/contract/calls/works.ts';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../api/errors.ts';
import { AllowedLink } from '../../ui/allowed-link.tsx';
import { type FactsColumn, FactsTable } from '../../ui/facts/facts-table.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/index.ts';
import { NO_VALUE } from '../../ui/text/format.ts';
import { rowPath } from '../resources/index.ts';
import { itemTrace } from './queries.ts';
import styles from './stock.module.css';
import { useAmounts } from './use-amounts.ts';

const TraceSankey = lazy(() => import('./trace-sankey.tsx'));
/** A single origin and destination need no diagram. */
const LEAST_LINKS = 3;

/** Origin and destination of every kilogram of a lot or battery. */
export function TracePanel({ id }: { id: string }) {
  const { t } = useTranslation('stock');
  const { kg } = useAmounts();
  const found = useQuery(itemTrace(id));
  if (found.isPending) return <SkeletonRows rows={4} />;
  // A part of a pack has no stock of its own.
  if (found.error instanceof ApiError && found.error.status === 404)
    return <EmptyState compact title={t('trace.none')} text={t('item.neverText')} />;
  if (!found.data) return <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />;
  const trace = found.data;
  if (trace.from.length === 0 && trace.to.length === 0)
    return <EmptyState compact title={t('trace.none')} text={t('item.neverText')} />;
  return (
    <>
      <p className={styles.quiet}>{t('trace.of', { kg: kg(trace.kg) })}</p>
      {trace.links.length >= LEAST_LINKS && (
        <Suspense>
          <TraceSankey id={id} trace={trace} />
        </Suspense>
      )}
      <Ends title={t('trace.from')} list={trace.from} own={trace.code} />
      <Ends title={t('trace.to')} list={trace.to} own={trace.code} />
      {trace.cut && <p className={styles.quiet}>{t('trace.cut')}</p>}
    </>
  );
}

function Ends({ title, list, own }: { title: string; list: Trace['from']; own: string }) {
  const { t } = useTranslation('stock');
  const { kg } = useAmounts();
  const columns: FactsColumn<Traced>[] = [
    { id: 'what', header: t('trace.what'), wide: true, cell: (each) => <ItemName each={each} own={own} /> },
    {
      id: 'where',
      header: t('trace.where'),
      wide: true,
      cell: (each) => whereOf(each, t(`place.${each.kind}` as 'place.outside', { defaultValue: each.kind })),
    },
    { id: 'document', header: t('trace.document'), cell: (each) => <DocumentName each={each} /> },
    { id: 'kg', header: t('trace.kg'), number: true, cell: (each) => kg(each.kg) },
  ];
  return (
    <>
      <h3 className={styles.ends}>{title}</h3>
      <FactsTable
        label={title}
        columns={columns}
        rows={list}
        keyOf={({ kind, item, place, document }) => `${kind} ${item?.id} ${place} ${document?.id}`}
      />
    </>
  );
}

const whereOf = ({ place, vehicle }: Traced, kind: string) =>
  [place ?? kind, vehicle].filter(Boolean).join(' · ');

function ItemName({ each: { item }, own }: { each: Traced; own: string }) {
  if (!item) return NO_VALUE;
  if (item.code === own) return <span className={styles.code}>{item.code}</span>;
  return (
    <Link className={`link ${styles.code}`} to={`/backoffice/stock/item/${item.id}`}>
      {item.code}
    </Link>
  );
}

function DocumentName({ each: { document } }: { each: Traced }) {
  if (!document) return NO_VALUE;
  return (
    <AllowedLink className="link" to={rowPath(document.kind, document.id)}>
      {`${document.no} · ${document.day}`}
    </AllowedLink>
  );
}
