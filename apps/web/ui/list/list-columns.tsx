import type { ColumnOf, List, ListColumn } from '@voltloop/contract/lists/define-list.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import type { CellPlace, Column } from '../table/data-table.tsx';
import { listed, NO_VALUE, useFormat } from '../text/format.ts';
import { RelativeTime } from '../time/relative-time.tsx';

/** Cells that show more than the declared property, by column. */
export type Cells<L extends List, Row> = Partial<
  Record<ColumnOf<L>, (row: Row, place: CellPlace) => ReactNode>
>;

/** A property of a row, `desc.name` for one inside. */
function propertyOf(row: unknown, field: string): unknown {
  let value = row;
  for (const name of field.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}

interface Options<L extends List, Row> {
  cells: Cells<L, Row> | undefined;
  without: readonly ColumnOf<L>[] | undefined;
  menu: ((row: Row, active: boolean) => ReactNode) | undefined;
  menuWidth: number | undefined;
}

/** The columns of a declared list, in the user's language, and the menu of each row. */
export function useListColumns<L extends List, Row>(
  list: L,
  { cells, without, menu, menuWidth = 52 }: Options<L, Row>,
): Column<Row>[] {
  const { t } = useTranslation('list');
  const format = useFormat();
  return useMemo(() => {
    const language = languageOf(format.language);
    const textOf = (column: ListColumn, field: string) => (row: Row) => {
      const value = propertyOf(row, field);
      if (value === null || value === undefined || value === '') return column.none?.[language] ?? NO_VALUE;
      switch (column.kind) {
        case 'number': {
          const number = format.number(Number(value), column.decimals);
          return column.unit ? `${number} ${column.unit}` : number;
        }
        case 'day':
          return format.date(Date.parse(String(value)), 'date', 'UTC');
        case 'choice':
          return column.values?.[String(value)]?.[language] ?? String(value);
        case 'texts':
          return listed(value as string[], language) || NO_VALUE;
        default:
          return String(value);
      }
    };
    const timeOf = (column: ListColumn, field: string) => (row: Row) => {
      const time = propertyOf(row, field) as number | null;
      const zone = column.zone && (propertyOf(row, column.zone) as string);
      if (column.as === 'relative') return <RelativeTime time={time} {...(zone ? { zone } : {})} />;
      return format.date(time, column.as, zone);
    };
    const columns = Object.entries<ListColumn>(list.columns)
      .filter(([id, { fileOnly }]) => !fileOnly && !without?.includes(id as ColumnOf<L>))
      .map(([id, column]): Column<Row> => {
        const { label, field = id, width, minWidth, grow, hideBelow, optional, essential, align } = column;
        const own = cells?.[id as ColumnOf<L>];
        return {
          id,
          header: label[language],
          ...(own
            ? { cell: own }
            : column.kind === 'time'
              ? { cell: timeOf(column, field) }
              : { value: textOf(column, field) }),
          ...(list.sort?.by.includes(id) && { sortable: true, sortDescFirst: column.sortDescFirst === true }),
          ...(width !== undefined && { width }),
          ...(minWidth !== undefined && { minWidth }),
          ...(grow !== undefined && { grow }),
          ...(hideBelow !== undefined && { hideBelow }),
          ...(optional && { optional }),
          ...(essential && { essential }),
          ...(align && { align }),
        };
      });
    if (!menu) return columns;
    const actions: Column<Row> = {
      id: 'actions',
      header: t('actions'),
      width: menuWidth,
      chrome: true,
      cell: (row, { active }) => menu(row, active),
    };
    return [...columns, actions];
  }, [list, cells, without, menu, menuWidth, format, t]);
}
