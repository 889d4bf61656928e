import { useQuery } from '@tanstack/react-query';
import type { StockItem } from '@voltloop/contract/calls/stock.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { ApiError, isRefused } from '../../api/errors.ts';
import { languageOf } from '../../context/language-of.ts';
import { useMayOpen } from '../../context/may-open.ts';
import { useTabTitle } from '../../context/tab-context.ts';
import {
  Card,
  EmptyState,
  ErrorState,
  NoPermission,
  PageHeader,
  SkeletonPage,
  useFormat,
} from '../../ui/index.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { rowPath, tracePath } from '../resources/index.ts';
import { ClaimsCard } from './claims-card.tsx';
import { ConditionBadge } from './condition-badge.tsx';
import { MovesList } from './moves-list.tsx';
import { PlaceName } from './place-name.tsx';
import { itemPage } from './queries.ts';
import styles from './stock.module.css';
import { TracePanel } from './trace-panel.tsx';
import { useAmounts } from './use-amounts.ts';

/** A battery or a lot in the ledger: its place and its moves. */
export default function ItemPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('stock');
  const [page, setPage] = useState(1);
  const found = useQuery(itemPage(id, page));
  useTabTitle(found.data?.code);
  if (isRefused(found.error)) return <NoPermission />;
  if (found.error && !found.data)
    return (
      <>
        <PageHeader title={t('item.title')} />
        {found.error instanceof ApiError && found.error.status === 404 ? (
          <EmptyState title={t('item.gone')} text={t('goneText')} />
        ) : (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        )}
      </>
    );
  if (!found.data) return <SkeletonPage />;
  const item = found.data;
  return (
    <div className={styles.page}>
      <div>
        <BackLink to="/backoffice/stock">{t('title')}</BackLink>
        <PageHeader
          title={<span className={styles.code}>{item.code}</span>}
          description={<Facts item={item} />}
          tools={
            <>
              <TraceLink item={item} />
              {item.kind === 'coded' && <BatteryLink id={item.id} />}
            </>
          }
        />
      </div>
      <Balances item={item} />
      <ClaimsCard item={item} />
      <Card title={t('trace.title')}>
        <TracePanel id={id} />
      </Card>
      <Card title={t('item.moves')} description={t('item.movesCount', { count: item.total })}>
        {item.moves.length === 0 ? (
          <EmptyState compact title={t('item.never')} text={t('item.neverText')} />
        ) : (
          <MovesList moves={item.moves} />
        )}
        {item.total > item.size && (
          <Pager
            total={item.total}
            page={page}
            size={item.size}
            sizes={[item.size]}
            onChange={(next) => setPage(next.page)}
          />
        )}
      </Card>
    </div>
  );
}

function Facts({ item }: { item: StockItem }) {
  const { t } = useTranslation('stock');
  const { language } = useFormat();
  const of = languageOf(language);
  const facts = [
    item.kind === 'coded'
      ? optionLabel('productType', item.productType, of)
      : t('item.lot', { material: optionLabel('lotMaterial', item.material, of) }),
    optionLabel('chemistry', item.chemistry, of),
    optionLabel('massBasis', item.basis, of),
  ];
  return facts.filter(Boolean).join(' · ');
}

function BatteryLink({ id }: { id: string }) {
  const { t } = useTranslation('stock');
  const mayOpen = useMayOpen();
  const path = rowPath('battery', id);
  return (
    mayOpen(path) && (
      <Link className="link" to={path}>
        {t('item.battery')}
      </Link>
    )
  );
}

function TraceLink({ item: { id, kind } }: { item: StockItem }) {
  const { t } = useTranslation('stock');
  const mayOpen = useMayOpen();
  const path = tracePath(kind === 'coded' ? 'battery' : 'lot', id);
  return (
    mayOpen(path) && (
      <Link className="link" to={path}>
        {t('item.trace')}
      </Link>
    )
  );
}

function Balances({ item: { kind, balances, inside } }: { item: StockItem }) {
  const { t } = useTranslation('stock');
  const { pieces, kg } = useAmounts();
  return (
    <Card title={t(kind === 'lot' ? 'item.balances' : 'item.where')}>
      {inside && (
        <p className="plain">
          {t('item.inside')}{' '}
          <Link className="link" to={`/backoffice/stock/item/${inside.id}`}>
            {inside.code}
          </Link>
        </p>
      )}
      {balances.length === 0 && !inside ? (
        <p className={styles.quiet}>{t('item.nowhere')}</p>
      ) : (
        <ul className={styles.balanceList}>
          {balances.map(({ place, condition, pieces: count, kg: mass }) => (
            <li key={`${place.kind} ${place.storeId} ${place.code} ${place.name} ${condition}`}>
              <PlaceName place={place} />
              <ConditionBadge condition={condition} />
              <span className={styles.amount}>
                {kg(mass)}
                {kind === 'lot' && count > 0 && ` · ${pieces(count)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
