import { Button, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { StockContent } from '@voltloop/contract/calls/stock.ts';
import type { ColumnOf } from '@voltloop/contract/lists/define-list.ts';
import { stockContentsList } from '@voltloop/contract/lists/stock-contents.list.ts';
import { optionLabel, optionsOf } from '@voltloop/domain/options/index.ts';
import { MAX_LINES } from '@voltloop/resource-kit';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { Dialog, EmptyState, useFormat } from '../../ui/index.ts';
import { SearchField } from '../../ui/list/search-field.tsx';
import { queryProps } from '../../ui/list/table-props.ts';
import { TwoLines } from '../../ui/list/two-lines.tsx';
import { useListPlace } from '../../ui/list/use-list-place.ts';
import { useMutation } from '../../ui/query/use-mutation.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { allContents, Claimed, ConditionBadge, contentsPage, oneStore } from '../stock/index.ts';
import styles from './pick-dialog.module.css';
import { isClaimed } from './picked-lines.ts';

const { sizes, first } = stockContentsList.pages;
const NO_ROWS: readonly StockContent[] = [];

interface PickDialogProps {
  storeId: string;
  /** Set where the document concerns only one location. */
  location: string | null;
  /** Allowed conditions of its goods. */
  conditions: readonly string[];
  isPresent: (goods: StockContent) => boolean;
  /** The document takes goods out of the store: claimed goods are not offered. */
  excludesClaimed: boolean;
  /** Number of lines of the document. */
  count: number;
  onPick: (goods: readonly StockContent[]) => void;
  onClose: () => void;
}

/** Selects goods in the document's store for its lines. */
export default function PickDialog(props: PickDialogProps) {
  const { storeId, conditions, isPresent, excludesClaimed, count, onPick, onClose } = props;
  const { t } = useTranslation(['documents', 'stock']);
  const { language, number } = useFormat();
  const of = languageOf(language);
  const place = useListPlace(stockContentsList, {
    location: props.location,
    condition: (conditions.length === 1 && conditions[0]) || null,
  });
  const { view, show } = place;
  const found = useQuery(contentsPage(storeId, place));
  const { data: store } = useQuery(oneStore(storeId, ''));
  const [chosen, setChosen] = useState<ReadonlyMap<string, StockContent>>(new Map());
  const rows = found.data?.list ?? NO_ROWS;
  const total = found.data?.total ?? 0;
  const remaining = MAX_LINES - count;
  const isFit = (row: StockContent) =>
    !isPresent(row) &&
    !(excludesClaimed && isClaimed(row)) &&
    (conditions.length === 0 || conditions.includes(row.condition));
  const columns = useColumns(isPresent);
  const choose = (keys: ReadonlySet<string>) => {
    const selectable = new Map([...chosen, ...rows.map((row) => [keyOf(row), row] as const)]);
    setChosen(new Map([...selectable].filter(([key, row]) => keys.has(key) && isFit(row))));
  };
  const chooseAll = useMutation({
    mutationFn: () => allContents(storeId, place.wanted, remaining + count),
    onSuccess: (all) => {
      const fit = all.filter(isFit).slice(0, remaining);
      setChosen((now) => new Map([...now, ...fit.map((row) => [keyOf(row), row] as const)]));
    },
  });
  const locations = store?.list.map(({ code }) => code) ?? [];
  const offered =
    conditions.length > 0 ? conditions : optionsOf('stockCondition', of).map(({ value }) => value);
  const any = { value: '', label: t('pick.any') };
  return (
    <Dialog opened onClose={onClose} title={t('pick.title')} size="min(1100px, 96vw)">
      <div className={styles.filters}>
        <SearchField
          label={stockContentsList.search.label[of]}
          value={view.search}
          onChange={(search) => show({ search })}
        />
        <NativeSelect
          aria-label={stockContentsList.columns.location.label[of]}
          value={view.location ?? '*'}
          onChange={({ currentTarget: { value } }) => show({ location: value === '*' ? null : value })}
          data={[
            { value: '*', label: t('pick.everywhere') },
            ...locations.map((code) => ({ value: code, label: code || t('notPutAway', { ns: 'stock' }) })),
          ]}
        />
        <NativeSelect
          aria-label={stockContentsList.columns.chemistry.label[of]}
          value={view.chemistry ?? ''}
          onChange={({ currentTarget: { value } }) => show({ chemistry: value || null })}
          data={[
            { ...any, label: t('pick.everyType') },
            ...optionsOf('chemistry', of).map(({ value, label }) => ({ value: String(value), label })),
          ]}
        />
        <NativeSelect
          aria-label={stockContentsList.columns.condition.label[of]}
          value={view.condition ?? ''}
          onChange={({ currentTarget: { value } }) => show({ condition: value || null })}
          data={[
            any,
            ...offered.map((value) => ({
              value: String(value),
              label: optionLabel('stockCondition', value, of),
            })),
          ]}
        />
      </div>
      <div className={styles.list}>
        <DataTable<StockContent>
          label={t('pick.title')}
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          selected={new Set(chosen.keys())}
          onSelectedChange={choose}
          {...queryProps(found)}
          card={(row) => <PickCard row={row} present={isPresent(row)} />}
          cardHeight={72}
          empty={<EmptyState compact title={t('nothing', { ns: 'stock' })} text={t('pick.none')} />}
          footer={
            total > first && (
              <Pager
                total={total}
                page={view.page}
                size={view.size}
                sizes={sizes}
                autoScroll={false}
                onChange={show}
              />
            )
          }
        />
      </div>
      <Group justify="flex-end" mt="md">
        <Button
          variant="subtle"
          loading={chooseAll.isPending}
          disabled={total === 0}
          onClick={() => chooseAll.mutate()}
          mr="auto"
        >
          {t('pick.all', { count: total, n: number(total) })}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('pick.cancel')}
        </Button>
        <Button
          disabled={chosen.size === 0}
          onClick={() => {
            onPick([...chosen.values()].slice(0, remaining));
            onClose();
          }}
        >
          {t('pick.add', { count: chosen.size, n: number(chosen.size) })}
        </Button>
      </Group>
    </Dialog>
  );
}

const keyOf = ({ id, location, condition }: StockContent) => `${id} ${location} ${condition}`;

function PickCard({ row, present }: { row: StockContent; present: boolean }) {
  const { t } = useTranslation('documents');
  const { language } = useFormat();
  const condition = optionLabel('stockCondition', row.condition, languageOf(language));
  const claimed = row.claims.map(({ document }) => document.no).join(', ');
  const facts = [
    condition,
    row.location,
    `${row.kg} kg`,
    present && t('pick.present'),
    claimed && t('pick.claimed', { no: claimed }),
  ].filter(Boolean);
  return (
    <div className={styles.card}>
      <TwoLines wrap main={<span className={styles.code}>{row.code}</span>} sub={facts.join(' · ')} />
    </div>
  );
}

function useColumns(isPresent: (goods: StockContent) => boolean): Column<StockContent>[] {
  const { t } = useTranslation(['documents', 'stock']);
  const { language } = useFormat();
  return useMemo<Column<StockContent>[]>(() => {
    const of = languageOf(language);
    const head = (name: ColumnOf<typeof stockContentsList>) => stockContentsList.columns[name].label[of];
    return [
      {
        id: 'code',
        header: head('code'),
        minWidth: 250,
        cell: (row) => (
          <>
            <span className={styles.code}>{row.code}</span>
            {isPresent(row) && <span className={styles.present}>{t('pick.present')}</span>}
          </>
        ),
      },
      {
        id: 'chemistry',
        header: head('chemistry'),
        minWidth: 110,
        hideBelow: 700,
        value: (row) => optionLabel('chemistry', row.chemistry, of),
      },
      {
        id: 'condition',
        header: head('condition'),
        width: 110,
        cell: (row) => <ConditionBadge condition={row.condition} />,
      },
      {
        id: 'location',
        header: head('location'),
        width: 100,
        value: (row) => row.location || t('notPutAway', { ns: 'stock' }),
      },
      {
        id: 'claimed',
        header: head('claimed'),
        width: 170,
        hideBelow: 800,
        cell: (row) => <Claimed claims={row.claims} />,
      },
      { id: 'kg', header: head('kg'), width: 110, align: 'end', value: (row) => row.kg },
    ];
  }, [t, language, isPresent]);
}
