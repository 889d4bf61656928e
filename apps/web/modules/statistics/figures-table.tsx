import type { ReactNode } from 'react';
import { AllowedLink } from '../../ui/allowed-link.tsx';
import styles from './statistics.module.css';

interface FiguresTableProps {
  label: string;
  head: readonly string[];
  /** Number of leading text columns (1); the others are figures. */
  words?: number;
  rows: readonly { key: string; to?: string | undefined; cells: readonly ReactNode[] }[];
}

/** A short table of figures; the first cell names its row, and links to the source. */
export function FiguresTable({ label, head, words = 1, rows }: FiguresTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be focusable
    // biome-ignore lint/a11y/useSemanticElements: the region around it has the same name already
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((text, index) => (
              <th key={text} scope="col" data-words={index < words || undefined}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, to, cells: [first, ...rest] }) => (
            <tr key={key}>
              <th scope="row">
                {to ? (
                  <AllowedLink to={to} className="link">
                    {first}
                  </AllowedLink>
                ) : (
                  first
                )}
              </th>
              {rest.map((cell, index) => (
                <td key={head[index + 1]} data-words={index + 1 < words || undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
