import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ListView } from '@voltloop/contract/lists/define-list.ts';
import { stockContentsList } from '@voltloop/contract/lists/stock-contents.list.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { ApiError, isRefused } from '../../api/errors.ts';
import { languageOf } from '../../context/language-of.ts';
import { useTabTitle } from '../../context/tab-context.ts';
import {
  Card,
  EmptyState,
  ErrorState,
  NoPermission,
  PageHeader,
  SkeletonPage,
  StatusBadge,
  useFormat,
} from '../../ui/index.ts';
import { useListPlace } from '../../ui/list/use-list-place.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { SkeletonRows } from '../../ui/states/skeletons.tsx';
import { DayChoice } from './day-choice.tsx';
import { type Part, sharesOf } from './fill.ts';
import { LocationGrid } from './location-grid.tsx';
import { NewDocuments } from './new-documents.tsx';
import { oneStore } from './queries.ts';
import styles from './stock.module.css';
import { StoreTotals } from './store-totals.tsx';
import { useAmounts } from './use-amounts.ts';

/** With the table, for which the locations do not wait. */
const ContentsCard = lazy(() => import('./contents-card.tsx'));

/** Documents that can be created from a store. */
const BEGIN = ['receipt', 'movement', 'issue'] as const;
const BACK = '/backoffice/stock';

/** A store: a grid of its locations, and its contents. */
export default function StorePage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('stock');
  const { language } = useFormat();
  const place = useListPlace(stockContentsList);
  const { view, show } = place;
  const found = useQuery(oneStore(id, view.day));
  useTabTitle(found.data && t('tab', { store: found.data.store.name }));
  if (isRefused(found.error)) return <NoPermission />;
  if (found.error instanceof ApiError && found.error.status === 404)
    return (
      <>
        <PageHeader title={t('title')} />
        <EmptyState title={t('gone')} text={t('goneText')} action={<Link to={BACK}>{t('title')}</Link>} />
      </>
    );
  if (found.error && !found.data)
    return (
      <>
        <PageHeader title={t('title')} />
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      </>
    );
  if (!found.data) return <SkeletonPage />;
  const { store, goods, list } = found.data;
  const parts = list.flatMap((location) => location.parts);
  return (
    <div className={styles.page}>
      <div>
        <BackLink to={`${BACK}${view.day ? `?day=${view.day}` : ''}`}>{t('title')}</BackLink>
        <PageHeader
          title={store.name}
          meta={!store.enabled && <StatusBadge tone="neutral">{t('disabled')}</StatusBadge>}
          description={[store.code, optionLabel('storeKind', store.kind, languageOf(language)), store.site]
            .filter(Boolean)
            .join(' · ')}
          tools={<NewDocuments storeId={store.id} kinds={BEGIN} />}
        />
      </div>
      <Card
        title={t('picture')}
        description={<StoreTotals store={store} goods={goods} />}
        tools={
          <>
            <Filters view={view} parts={parts} show={show} />
            <DayChoice day={view.day} onChange={(day) => show({ day })} />
          </>
        }
      >
        {view.day && (
          <p className={styles.past} role="status">
            {t('day.past', { day: view.day })}
          </p>
        )}
        {list.length === 0 ? (
          <EmptyState compact title={t('noLocations')} text={t('noLocationsText')} />
        ) : (
          <LocationGrid
            locations={list}
            filter={view}
            chosen={view.location}
            onChoose={(location) => show({ location })}
          />
        )}
      </Card>
      <Suspense fallback={<SkeletonRows />}>
        <ContentsCard storeId={store.id} place={place} />
      </Suspense>
    </div>
  );
}

type StoreView = ListView<typeof stockContentsList>;

interface FiltersProps {
  view: Pick<StoreView, 'chemistry' | 'condition'>;
  parts: readonly Part[];
  show: (next: Partial<StoreView>) => void;
}

/** Battery type and condition, each with its amount. */
function Filters({ view, parts, show }: FiltersProps) {
  const { t } = useTranslation('stock');
  const { language } = useFormat();
  const { mass } = useAmounts();
  const select = (by: 'chemistry' | 'condition', list: 'chemistry' | 'stockCondition') => {
    const shares = sharesOf(parts, by);
    const chosen = view[by];
    const offered =
      chosen === null || shares.some(([value]) => value === chosen)
        ? shares
        : [...shares, [chosen, null] as const];
    return (
      <NativeSelect
        size="xs"
        aria-label={t(`filter.${by}`)}
        value={chosen ?? ''}
        onChange={(event) => show({ [by]: event.currentTarget.value || null })}
        data={[
          { value: '', label: t(`filter.any.${by}`) },
          ...offered.map(([value, amount]) => {
            const name = optionLabel(list, value, languageOf(language));
            return { value, label: amount ? `${name} · ${mass(amount.kg)}` : name };
          }),
        ]}
      />
    );
  };
  return (
    <>
      {select('chemistry', 'chemistry')}
      {select('condition', 'stockCondition')}
    </>
  );
}
