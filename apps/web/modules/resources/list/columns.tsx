import { type Field, fieldOf } from '@voltloop/resource-kit';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../../context/language-of.ts';
import type { Column } from '../../../ui/table/data-table.tsx';
import { columnNames, isSortable, localized, unitOf } from '../fields.ts';
import type { Loaded } from '../loaded.ts';
import { useRights } from '../use-rights.ts';
import { Value } from '../value.tsx';
import type { Row } from '../views.ts';
import { columnLayout } from './column-widths.ts';
import styles from './list.module.css';

/** The selectable columns: those of the declaration by default, all others on demand. */
export function useColumns(
  { resource, views }: Loaded,
  menu: (row: Row, active: boolean) => ReactNode,
): Column<Row>[] {
  const { t, i18n } = useTranslation('backoffice');
  const { personal } = useRights(resource);
  return useMemo(() => {
    const columns = columnNames(resource).map((name): Column<Row> => {
      const field = fieldOf(resource, name) as Field;
      const Cell = views.cells?.[name];
      const unit = unitOf(field);
      const isTitle = name === resource.title;
      const wraps = field.kind === 'option' && field.tones === undefined;
      const isState = name === resource.life?.field;
      const header = localized(field.label, i18n.language) + (unit ? ` (${unit})` : '');
      // Sorting by a masked field would reveal it, and the server refuses it.
      const sortable = isSortable(name, field) && (personal || !field.personal);
      return {
        id: name,
        header,
        sortable,
        ...columnLayout({
          field,
          header,
          language: languageOf(i18n.language),
          sortable,
          title: isTitle,
          due: resource.home?.warnings.some(({ date }) => date === name) ?? false,
          state: isState || (field.kind === 'option' && field.tones !== undefined),
        }),
        ...(isTitle ? { essential: true } : {}),
        // On narrow screens the last columns are hidden first; title and state never.
        ...(isTitle || isState ? {} : { hideBelow: 1 + resource.list.columns.indexOf(name) }),
        ...(resource.list.columns.includes(name) || isTitle ? {} : { optional: true }),
        cell: (row) =>
          Cell ? (
            <Cell row={row} name={name} field={field} at="list" />
          ) : isTitle ? (
            <span className={styles.main}>
              <Value row={row} name={name} field={field} at="list" resource={resource} />
            </span>
          ) : (
            <span className={wraps ? styles.words : undefined}>
              <Value row={row} name={name} field={field} at="list" resource={resource} />
            </span>
          ),
      };
    });
    return [
      ...columns,
      {
        id: 'menu',
        header: t('column.menu'),
        chrome: true,
        width: 52,
        align: 'center',
        cell: (row, { active }) => menu(row, active),
      },
    ];
  }, [resource, views, menu, personal, t, i18n.language]);
}
