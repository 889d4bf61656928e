import type { ImportPreview, ImportRow } from '@voltloop/contract/calls/imports.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../table/data-table.tsx';
import { NO_VALUE } from '../text/format.ts';
import styles from './import.module.css';
import type { ImportDialogProps } from './import-props.ts';

type Explain = ImportDialogProps['explain'];

/** The columns of a preview: the row's number, what is wrong with it, and its cells. */
export function usePreviewColumns(
  columns: ImportPreview['columns'],
  language: 'en' | 'zh',
  explain: Explain,
): Column<ImportRow>[] {
  const { t } = useTranslation('import');
  return useMemo<Column<ImportRow>[]>(() => {
    const titles = new Map(columns.map((column) => [column.key, column[language]]));
    const inWords = (found: ImportRow['errors']) =>
      found.map(({ column, message }) => `${titles.get(column) ?? column}: ${message}`).join('; ');
    return [
      { id: 'number', header: t('row'), width: 72, align: 'end', value: (row) => row.number },
      {
        id: 'errors',
        header: t('wrong'),
        minWidth: 340,
        grow: 2,
        cell: (row) => {
          const text = inWords([...row.errors, ...row.warnings]);
          if (text === '') return <span className={styles.good}>{t('good')}</span>;
          return (
            <span className={`${explain ? styles.lines : ''} ${toneOf(row)}`} title={text}>
              {text}
            </span>
          );
        },
      },
      ...columns.map((column) => ({
        id: column.key,
        header: column[language],
        minWidth: 130,
        value: (row: ImportRow) => row.cells[column.key],
        ...(explain?.columns.includes(column.key) && {
          minWidth: 260,
          cell: (row: ImportRow) => <Explained text={row.cells[column.key] ?? ''} explain={explain} />,
        }),
      })),
    ];
  }, [t, columns, language, explain]);
}

function Explained({ text, explain }: { text: string; explain: NonNullable<Explain> }) {
  const explanation = explain.inWords(text);
  return (
    <span className={styles.explained}>
      {text}
      {explanation && <small title={explanation}>{explanation}</small>}
    </span>
  );
}

/** A row on a phone: its number and first cell, and what is wrong with it. */
export function PreviewCard({ row, first, explain }: { row: ImportRow; first: string; explain: Explain }) {
  const { t } = useTranslation('import');
  return (
    <span className={styles.previewCard}>
      <strong>
        {row.number} · {row.cells[first] || NO_VALUE}
      </strong>
      {explain?.columns.includes(first) && <small>{explain.inWords(row.cells[first] ?? '')}</small>}
      <span className={`${styles.lines} ${toneOf(row)}`}>
        {[...row.errors, ...row.warnings].map(({ message }) => message).join('; ') || t('good')}
      </span>
    </span>
  );
}

function toneOf({ errors, warnings }: ImportRow): string | undefined {
  if (errors.length > 0) return styles.bad;
  return warnings.length > 0 ? styles.doubtful : styles.good;
}
