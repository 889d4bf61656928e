import { useQuery } from '@tanstack/react-query';
import type { Trace, Traced } from '@voltloop/contract/calls/works.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@voltloop/ui';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../api/errors.ts';
import { useMayOpen } from '../../context/may-open.ts';
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
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be focusable
    <section className={styles.trace} aria-label={title} tabIndex={0}>
      <h3>{title}</h3>
      <table>
        <thead>
          <tr>
            {(['what', 'where', 'document', 'kg'] as const).map((column) => (
              <th key={column} scope="col" data-number={column === 'kg' || undefined}>
                {t(`trace.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((each) => (
            <tr key={`${each.kind} ${each.item?.id} ${each.place} ${each.document?.id}`}>
              <td>
                <ItemName each={each} own={own} />
              </td>
              <td>
                {whereOf(each, t(`place.${each.kind}` as 'place.outside', { defaultValue: each.kind }))}
              </td>
              <td className={styles.document}>
                <DocumentName each={each} />
              </td>
              <td data-number>{kg(each.kg)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const whereOf = ({ place, vehicle }: Traced, kind: string) =>
  [place ?? kind, vehicle].filter(Boolean).join(' · ');

function ItemName({ each: { item }, own }: { each: Traced; own: string }) {
  if (!item) return '–';
  if (item.code === own) return <span className={styles.code}>{item.code}</span>;
  return (
    <Link className={`link ${styles.code}`} to={`/backoffice/stock/item/${item.id}`}>
      {item.code}
    </Link>
  );
}

function DocumentName({ each: { document } }: { each: Traced }) {
  const mayOpen = useMayOpen();
  if (!document) return '–';
  const path = rowPath(document.kind, document.id);
  const words = `${document.no} · ${document.day}`;
  return mayOpen(path) ? (
    <Link className="link" to={path}>
      {words}
    </Link>
  ) : (
    words
  );
}
