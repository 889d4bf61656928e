import type { ReactNode } from 'react';
import styles from './facts-table.module.css';

export interface FactsColumn<Row> {
  id: string;
  header: string;
  number?: true;
  /** Names the row, for screen readers. */
  name?: true;
  /** Longer text: stays readable on phones. */
  wide?: true;
  cell: (row: Row) => ReactNode;
  /** Below all rows. */
  total?: ReactNode;
}

interface FactsTableProps<Row> {
  label: string;
  columns: readonly FactsColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  isCurrent?: (row: Row) => boolean;
}

/** A few rows side by side, with totals. Wider than a phone: scrolls sideways, also by keyboard. */
export function FactsTable<Row>({ label, columns, rows, keyOf, isCurrent }: FactsTableProps<Row>) {
  const totals = columns.some(({ total }) => total !== undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be focusable
    // biome-ignore lint/a11y/useSemanticElements: the region around it has the same name already
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ id, header, number }) => (
              <th key={id} scope="col" data-number={number}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} aria-current={isCurrent?.(row) || undefined}>
              {columns.map(({ id, number, wide, name, cell }) =>
                name ? (
                  <th key={id} scope="row" data-wide={wide}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={id} data-number={number} data-wide={wide}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        {totals && (
          <tfoot>
            <tr>
              {columns.map(({ id, number, total }) => (
                <td key={id} data-number={number}>
                  {total}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
