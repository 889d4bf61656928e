import type { ReactNode } from 'react';
import styles from './trade.module.css';

export interface FactsColumn<Row> {
  id: string;
  header: string;
  number?: true;
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
}

/** A few rows side by side, with totals. Wider than a phone: scrolls sideways, also by keyboard. */
export function FactsTable<Row>({ label, columns, rows, keyOf }: FactsTableProps<Row>) {
  const totals = columns.some(({ total }) => total !== undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be focusable
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
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
            <tr key={keyOf(row)}>
              {columns.map(({ id, number, wide, cell }) => (
                <td key={id} data-number={number} data-wide={wide}>
                  {cell(row)}
                </td>
              ))}
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
    </section>
  );
}
