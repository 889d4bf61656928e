import { useQuery } from '@tanstack/react-query';
import { exportStock, type StockContent } from '@voltloop/contract/calls/stock.ts';
import { stockContentsList } from '@voltloop/contract/lists/stock-contents.list.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { useRight } from '../../context/rights.ts';
import { downloadFile } from '../../ui/download/download-file.ts';
import { EmptyState, NO_VALUE, useFormat } from '../../ui/index.ts';
import { DeclaredList } from '../../ui/list/declared-list.tsx';
import { TwoLines } from '../../ui/list/two-lines.tsx';
import type { ListPlace } from '../../ui/list/use-list-place.ts';
import { useListSelection } from '../../ui/list/use-list-selection.ts';
import { Claimed } from './claimed.tsx';
import { ConditionBadge } from './condition-badge.tsx';
import { NewDocuments } from './new-documents.tsx';
import { contentsPage } from './queries.ts';
import styles from './stock.module.css';
import { useAmounts } from './use-amounts.ts';

/** Days after which goods count as long in stock. */
const LONG_DAYS = 180;
const NO_ROWS: readonly StockContent[] = [];
/** Documents that take batteries out of a location, or change their condition. */
const NEXT = ['movement', 'issue', 'conditionChange', 'scrap'] as const;

interface ContentsCardProps {
  storeId: string;
  place: ListPlace<typeof stockContentsList>;
}

/** Batteries and lots in a store or in the selected location. */
export default function ContentsCard({ storeId, place }: ContentsCardProps) {
  const { t } = useTranslation('stock');
  const { number, language } = useFormat();
  const { pieces, kg } = useAmounts();
  const mayExport = useRight(rights.stock.export);
  const found = useQuery(contentsPage(storeId, place));
  const { location, day } = place.view;
  const selection = useListSelection(place, keyOf, found.data?.list ?? NO_ROWS);
  const codes = selection.rows.flatMap((row) => (row.kind === 'coded' ? [row.code] : []));
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
    <DeclaredList
      list={stockContentsList}
      place={place}
      label={title}
      head={{ title, description: found.data && amountOf(found.data) }}
      found={found}
      keyOf={keyOf}
      cells={{
        code: (row) => <span className={styles.code}>{row.code}</span>,
        kind: (row) => kindOf(row, languageOf(language)) || NO_VALUE,
        condition: (row) => <ConditionBadge condition={row.condition} />,
        claimed: (row) => (row.claims.length > 0 ? <Claimed claims={row.claims} /> : NO_VALUE),
        pieces: (row) => (row.pieces > 0 ? number(row.pieces) : NO_VALUE),
        kg: (row) => kg(row.kg),
        age: (row) =>
          row.age === null ? (
            NO_VALUE
          ) : (
            <span data-tone={row.age > LONG_DAYS ? 'warning' : undefined} className={styles.age}>
              {t('days', { count: row.age })}
            </span>
          ),
      }}
      hrefOf={({ id }) => `/backoffice/stock/item/${id}`}
      card={(row) => <ContentCard row={row} />}
      cardHeight={88}
      empty={<EmptyState compact title={t('nothing')} text={t('nothingText')} />}
      // A past day's stock may be elsewhere by now.
      {...(!day && { selection })}
      bulk={codes.length > 0 && <NewDocuments storeId={storeId} kinds={NEXT} codes={codes} size="xs" />}
      download={
        mayExport &&
        (({ format, language }) =>
          downloadFile(exportStock, {
            query: { id: storeId, ...place.wanted, format, language },
            fallbackName: `stock.${format}`,
          }))
      }
    />
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
