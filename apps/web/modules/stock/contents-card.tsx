import { useQuery } from '@tanstack/react-query';
import type { StockContent } from '@voltloop/contract/calls/stock.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { Card, EmptyState, NO_VALUE, useFormat } from '../../ui/index.ts';
import { BulkBar } from '../../ui/list/bulk-bar.tsx';
import { ListBar } from '../../ui/list/list-bar.tsx';
import { queryProps } from '../../ui/list/table-props.ts';
import { TwoLines } from '../../ui/list/two-lines.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { Claimed } from './claimed.tsx';
import { ConditionBadge } from './condition-badge.tsx';
import { NewDocuments } from './new-documents.tsx';
import { contentsPage } from './queries.ts';
import styles from './stock.module.css';
import { SIZES, type StoreView } from './stock-url.ts';
import { useAmounts } from './use-amounts.ts';

/** Days after which goods count as long in stock. */
const LONG_DAYS = 180;
const NO_ROWS: readonly StockContent[] = [];
const NONE: ReadonlySet<string> = new Set();
/** Documents that take batteries out of a location, or change their condition. */
const NEXT = ['movement', 'issue', 'conditionChange', 'scrap'] as const;

interface ContentsCardProps {
  storeId: string;
  view: StoreView;
  show: (next: Partial<StoreView>) => void;
  tools: ReactNode;
}

/** Batteries and lots in a store or in the selected location. */
export function ContentsCard({ storeId, view, show, tools }: ContentsCardProps) {
  const { t } = useTranslation('stock');
  const { number } = useFormat();
  const { pieces, kg } = useAmounts();
  const found = useQuery(contentsPage(storeId, view));
  const columns = useColumns();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(NONE);
  const { location } = view;
  const rows = found.data?.list ?? NO_ROWS;
  // Only visible rows are selected: another page, day or filter clears the selection.
  const codes = rows.flatMap((row) => (row.kind === 'coded' && chosen.has(keyOf(row)) ? [row.code] : []));
  const amountOf = ({ total, ...of }: NonNullable<typeof found.data>) =>
    [t('rows', { count: total, total: number(total) }), of.pieces > 0 && pieces(of.pieces), kg(of.kg)]
      .filter(Boolean)
      .join(' · ');
  const title =
    location === null
      ? t('contents')
      : location === ''
        ? t('notPutAway')
        : t('contentsOf', { code: location });
  return (
    <Card title={title} description={found.data && amountOf(found.data)} tools={tools} padding="flush">
      <ListBar search={{ label: t('search'), value: view.search, onChange: (search) => show({ search }) }} />
      <DataTable<StockContent>
        label={title}
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        selected={chosen}
        onSelectedChange={setChosen}
        hrefOf={({ id }) => `/backoffice/stock/item/${id}`}
        {...queryProps(found)}
        card={(row) => <ContentCard row={row} />}
        cardHeight={88}
        empty={<EmptyState compact title={t('nothing')} text={t('nothingText')} />}
        footer={
          found.data &&
          found.data.total > SIZES[0] && (
            <Pager
              total={found.data.total}
              page={view.page}
              size={view.size}
              sizes={SIZES}
              autoScroll={false}
              onChange={show}
            />
          )
        }
      />
      {/* A past day's stock may be elsewhere by now. */}
      {!view.day && (
        <BulkBar count={codes.length} total={codes.length} onClear={() => setChosen(NONE)}>
          <NewDocuments storeId={storeId} kinds={NEXT} codes={codes} size="xs" />
        </BulkBar>
      )}
    </Card>
  );
}

const keyOf = ({ id, location, condition }: StockContent) => `${id} ${location} ${condition}`;

/** The kind of goods: pack, module, cell, or the material of a lot. */
function kindOf({ kind, productType, material }: StockContent, language: 'en' | 'zh'): string {
  return kind === 'coded'
    ? optionLabel('productType', productType, language)
    : optionLabel('lotMaterial', material, language);
}

function ContentCard({ row }: { row: StockContent }) {
  const { t } = useTranslation('stock');
  const { language } = useFormat();
  const { kg } = useAmounts();
  const of = languageOf(language);
  const facts = [kindOf(row, of), optionLabel('chemistry', row.chemistry, of), row.location, kg(row.kg)];
  return (
    <div className={styles.contentCard}>
      <TwoLines
        wrap
        main={<span className={styles.code}>{row.code}</span>}
        sub={facts.filter(Boolean).join(' · ')}
      />
      <ConditionBadge condition={row.condition} />
      <Claimed claims={row.claims} />
      {row.age !== null && <span className={styles.quiet}>{t('days', { count: row.age })}</span>}
    </div>
  );
}

function useColumns(): Column<StockContent>[] {
  const { t } = useTranslation('stock');
  const { number, language } = useFormat();
  const { kg } = useAmounts();
  return useMemo<Column<StockContent>[]>(() => {
    const of = languageOf(language);
    return [
      {
        id: 'code',
        header: t('column.code'),
        minWidth: 230,
        essential: true,
        cell: (row) => <span className={styles.code}>{row.code}</span>,
      },
      { id: 'kind', header: t('column.kind'), width: 124, value: (row) => kindOf(row, of) || NO_VALUE },
      {
        id: 'chemistry',
        header: t('column.chemistry'),
        minWidth: 160,
        value: (row) => optionLabel('chemistry', row.chemistry, of) || NO_VALUE,
      },
      {
        id: 'condition',
        header: t('column.condition'),
        width: 110,
        cell: (row) => <ConditionBadge condition={row.condition} />,
      },
      {
        id: 'claimed',
        header: t('column.claimed'),
        width: 150,
        hideBelow: 650,
        cell: (row) => (row.claims.length > 0 ? <Claimed claims={row.claims} /> : NO_VALUE),
      },
      {
        id: 'location',
        header: t('column.location'),
        width: 116,
        value: (row) => row.location || t('notPutAway'),
      },
      {
        id: 'pieces',
        header: t('column.pieces'),
        width: 80,
        align: 'end',
        hideBelow: 1100,
        cell: (row) => (row.pieces > 0 ? number(row.pieces) : NO_VALUE),
      },
      { id: 'kg', header: t('column.kg'), width: 120, align: 'end', cell: (row) => kg(row.kg) },
      {
        id: 'since',
        header: t('column.since'),
        width: 110,
        hideBelow: 1200,
        value: (row) => row.since ?? NO_VALUE,
      },
      {
        id: 'age',
        header: t('column.age'),
        width: 100,
        align: 'end',
        hideBelow: 700,
        cell: (row) =>
          row.age === null ? (
            NO_VALUE
          ) : (
            <span data-tone={row.age > LONG_DAYS ? 'warning' : undefined} className={styles.age}>
              {t('days', { count: row.age })}
            </span>
          ),
      },
    ];
  }, [t, number, language, kg]);
}
