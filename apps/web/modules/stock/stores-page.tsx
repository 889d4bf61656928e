import { IconBuildingWarehouse } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { StockStore } from '@voltloop/contract/calls/stock.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isRefused } from '../../api/errors.ts';
import { languageOf } from '../../context/language-of.ts';
import {
  Card,
  EmptyState,
  NO_VALUE,
  NoPermission,
  PageHeader,
  StatRow,
  StatTile,
  StatusBadge,
  useFormat,
} from '../../ui/index.ts';
import { day as dayPart } from '../../ui/list/address.ts';
import { ListBar, ListTools } from '../../ui/list/list-bar.tsx';
import { lookProps, queryProps } from '../../ui/list/table-props.ts';
import { TwoLines } from '../../ui/list/two-lines.tsx';
import { useTableView } from '../../ui/list/use-table-view.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { isByMass } from '../../ui/text/by-mass.ts';
import { DayChoice } from './day-choice.tsx';
import { FillBar } from './fill-bar.tsx';
import { allStores } from './queries.ts';
import styles from './stock.module.css';
import { useAmounts } from './use-amounts.ts';

const NO_ROWS: readonly StockStore[] = [];
const dayInUrl = dayPart();

/** All stores with their contents, today or on a past day. */
export default function StockPage() {
  const { t } = useTranslation('stock');
  const { number } = useFormat();
  const { mass } = useAmounts();
  const [params, setParams] = useSearchParams();
  const day = dayInUrl.read(params.get('day'), params) ?? '';
  const found = useQuery(allStores(day));
  const columns = useColumns();
  const table = useTableView('stock', columns);
  if (isRefused(found.error)) return <NoPermission />;
  const stores = found.data?.list ?? NO_ROWS;
  const sum = (of: (store: StockStore) => number) => stores.reduce((all, store) => all + of(store), 0);
  const nearlyFull = sum((store) => store.nearlyFull);
  const loading = found.isPending;
  return (
    <div className={styles.page}>
      <PageHeader title={t('title')} description={t('description')} />
      <StatRow>
        <StatTile label={t('tile.mass')} value={mass(sum(({ kg }) => Number(kg)))} loading={loading} />
        <StatTile label={t('tile.pieces')} value={number(sum(({ pieces }) => pieces))} loading={loading} />
        <StatTile
          label={t('tile.stores')}
          value={number(stores.filter(({ kg }) => Number(kg) > 0).length)}
          hint={t('tile.storesOf', { count: stores.length, total: number(stores.length) })}
          loading={loading}
        />
        <StatTile
          label={t('tile.nearlyFull')}
          value={number(nearlyFull)}
          hint={t('tile.nearlyFullOf', {
            count: sum(({ locations }) => locations),
            total: number(sum(({ locations }) => locations)),
          })}
          tone={nearlyFull > 0 ? 'warning' : 'neutral'}
          loading={loading}
        />
      </StatRow>
      <Card padding="flush">
        <ListBar tools={<ListTools screen="stock" columns={columns} table={table} />}>
          <DayChoice
            day={day}
            onChange={(next) =>
              setParams(next ? { day: next } : {}, { replace: true, preventScrollReset: true })
            }
          />
        </ListBar>
        <DataTable<StockStore>
          label={t('title')}
          columns={columns}
          {...lookProps(table)}
          rows={stores}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => `/backoffice/stock/${id}${day ? `?day=${day}` : ''}`}
          {...queryProps(found)}
          rowHeight={52}
          card={(store) => <StoreCard store={store} />}
          cardHeight={92}
          empty={
            <EmptyState
              icon={<IconBuildingWarehouse size={22} stroke={1.6} />}
              title={t('none')}
              text={t('noneText')}
            />
          }
        />
      </Card>
    </div>
  );
}

function StoreCard({ store }: { store: StockStore }) {
  const { pieces, mass } = useAmounts();
  const facts = [store.code, !isByMass(store.pieces, store.kg) && pieces(store.pieces), mass(store.kg)];
  return (
    <div className={styles.storeCard}>
      <TwoLines wrap main={store.name} sub={facts.filter(Boolean).join(' · ')} />
      <FillBar is={store.kg} most={store.capacityKg} />
      <NearlyFull store={store} />
    </div>
  );
}

function NearlyFull({ store: { nearlyFull } }: { store: StockStore }) {
  const { t } = useTranslation('stock');
  if (nearlyFull === 0) return null;
  return (
    <StatusBadge tone="warning" variant="plain">
      {t('nearlyFull', { count: nearlyFull })}
    </StatusBadge>
  );
}

function useColumns(): Column<StockStore>[] {
  const { t } = useTranslation('stock');
  const { number, language } = useFormat();
  const { kg } = useAmounts();
  return useMemo<Column<StockStore>[]>(
    () => [
      {
        id: 'store',
        header: t('column.store'),
        minWidth: 180,
        grow: 2,
        essential: true,
        value: ({ code }) => code,
        sortable: true,
        cell: ({ name, code }) => <TwoLines main={name} sub={code} />,
      },
      {
        id: 'kind',
        header: t('column.storeKind'),
        width: 124,
        hideBelow: 900,
        value: ({ kind }) => optionLabel('storeKind', kind, languageOf(language)),
      },
      {
        id: 'site',
        header: t('column.site'),
        minWidth: 150,
        grow: 3,
        hideBelow: 1100,
        value: ({ site }) => site ?? NO_VALUE,
      },
      {
        id: 'pieces',
        header: t('column.pieces'),
        width: 96,
        align: 'end',
        sortable: true,
        sortDescFirst: true,
        value: ({ pieces }) => pieces,
        cell: (store) => (isByMass(store.pieces, store.kg) ? NO_VALUE : number(store.pieces)),
      },
      {
        id: 'kg',
        header: t('column.kg'),
        width: 130,
        align: 'end',
        sortable: true,
        sortDescFirst: true,
        value: (store) => Number(store.kg),
        cell: (store) => kg(store.kg),
      },
      {
        id: 'fill',
        header: t('column.fill'),
        width: 170,
        sortable: true,
        sortDescFirst: true,
        value: (store) => (store.capacityKg ? Number(store.kg) / Number(store.capacityKg) : -1),
        cell: (store) => <FillBar is={store.kg} most={store.capacityKg} />,
      },
      {
        id: 'fillPieces',
        header: t('column.fillPieces'),
        width: 170,
        hideBelow: 1250,
        value: (store) => (store.capacityPcs ? store.pieces / store.capacityPcs : -1),
        cell: (store) => <FillBar is={store.pieces} most={store.capacityPcs} />,
      },
      {
        id: 'locations',
        header: t('column.locations'),
        width: 140,
        hideBelow: 760,
        value: ({ nearlyFull }) => nearlyFull,
        sortable: true,
        sortDescFirst: true,
        cell: (store) =>
          store.nearlyFull > 0 ? <NearlyFull store={store} /> : t('locations', { count: store.locations }),
      },
    ],
    [t, number, language, kg],
  );
}
