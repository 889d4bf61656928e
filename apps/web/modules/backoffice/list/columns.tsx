import type { Field } from '@voltloop/resource-kit';
import type { Column } from '@voltloop/ui/data-table.tsx';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { columnNames, fieldOf, isSortable, say, unitOf } from '../fields.ts';
import type { Loaded } from '../loaded.ts';
import { Value } from '../value.tsx';
import type { Row } from '../views.ts';
import styles from './list.module.css';

/** The columns an account can choose among: those of the declaration, and every other field on demand. */
export function useColumns(
  { resource, views }: Loaded,
  menu: (row: Row, active: boolean) => ReactNode,
): Column<Row>[] {
  const { t, i18n } = useTranslation('backoffice');
  return useMemo(() => {
    const columns = columnNames(resource).map((name): Column<Row> => {
      const field = fieldOf(resource, name) as Field;
      const Cell = views.cells?.[name];
      const unit = unitOf(field);
      const isTitle = name === resource.title;
      return {
        id: name,
        header: say(field.label, i18n.language) + (unit ? ` (${unit})` : ''),
        sortable: isSortable(name, field),
        ...looks(field),
        ...(isTitle ? { essential: true, grow: 2, minWidth: titleWidth(field) } : {}),
        ...(resource.list.columns.includes(name) || isTitle ? {} : { optional: true }),
        cell: (row) =>
          Cell ? (
            <Cell row={row} name={name} field={field} at="list" />
          ) : isTitle ? (
            <span className={styles.main}>
              <Value row={row} name={name} field={field} at="list" resource={resource} />
            </span>
          ) : (
            <Value row={row} name={name} field={field} at="list" resource={resource} />
          ),
      };
    });
    return [
      ...columns,
      {
        id: 'menu',
        header: t('column.menu'),
        chrome: true,
        width: 56,
        align: 'center',
        cell: (row, { active }) => menu(row, active),
      },
    ];
  }, [resource, views, menu, t, i18n.language]);
}

/** A code that names the row is shown whole, up to the 24 characters of a battery's. */
function titleWidth(field: Field): number {
  return field.kind === 'text' && field.code ? Math.max(170, Math.min(field.max, 24) * 9 + 24) : 170;
}

function looks(field: Field): Partial<Column<Row>> {
  switch (field.kind) {
    case 'decimal':
    case 'integer':
      return { align: 'end', width: 128, sortDescFirst: true };
    case 'date':
      return { width: 124, sortDescFirst: true };
    case 'time':
      return { width: 140, align: 'end', sortDescFirst: true };
    case 'option':
      return { minWidth: 110 };
    case 'files':
      return { width: 100 };
    case 'text':
      // A code is read as a whole or not at all: about 8 px for each of its letters.
      return { minWidth: field.code ? Math.min(40 + field.max * 8, 240) : 120 };
    default:
      return { minWidth: 130 };
  }
}
