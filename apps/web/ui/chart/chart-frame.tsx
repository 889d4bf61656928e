import { IconChartLine, IconTable } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './chart-frame.module.css';

export interface LegendItem {
  key: string;
  label: string;
  /** CSS colour. */
  color: string;
  hidden?: boolean;
  dashed?: boolean;
}

/** Something that a chart marks on its figures, such as doubtful readings. */
export interface ChartMark {
  label: string;
  /** A link to what is marked. */
  href?: string | undefined;
}

interface ChartFrameProps {
  label: string;
  legend: readonly LegendItem[];
  onToggle?: (key: string) => void;
  /** The same figures as rows, with row headings in the first column. Called only when the table is shown. */
  table: () => { head: string[]; rows: string[][] };
  extra?: ReactNode;
  /** A further line of the legend, which does not toggle. */
  alsoShown?: ReactNode;
  /** In the legend when something is marked. */
  mark?: ChartMark | undefined;
  children: ReactNode;
}

/** The common frame of all charts: a legend that toggles series, and the figures as an accessible table. */
export function ChartFrame({
  label,
  legend,
  onToggle,
  table,
  extra,
  alsoShown,
  mark,
  children,
}: ChartFrameProps) {
  const { t } = useTranslation('ui');
  const [asTable, setAsTable] = useState(false);
  const Icon = asTable ? IconChartLine : IconTable;
  return (
    <figure className={styles.frame} aria-label={label}>
      <div className={styles.head}>
        <ul className={styles.legend}>
          {legend.map((item) => (
            <li key={item.key}>
              {onToggle && legend.length > 1 ? (
                <button
                  type="button"
                  className={styles.item}
                  aria-pressed={!item.hidden}
                  onClick={() => onToggle(item.key)}
                >
                  <Mark item={item} />
                  {item.label}
                </button>
              ) : (
                <span className={styles.item}>
                  <Mark item={item} />
                  {item.label}
                </span>
              )}
            </li>
          ))}
          {alsoShown && <li className={styles.item}>{alsoShown}</li>}
          {mark && (
            <li className={styles.item}>
              <span className={styles.marked} aria-hidden="true" />
              {mark.href ? <a href={mark.href}>{mark.label}</a> : mark.label}
            </li>
          )}
        </ul>
        {extra}
        <button
          type="button"
          className={styles.switch}
          aria-pressed={asTable}
          aria-label={t('chart.asTable')}
          title={t('chart.asTable')}
          onClick={() => setAsTable(!asTable)}
        >
          <Icon size={16} stroke={1.7} />
        </button>
      </div>
      {asTable ? <FigureTable label={label} {...table()} /> : children}
    </figure>
  );
}

function Mark({ item }: { item: LegendItem }) {
  return (
    <span
      className={styles.mark}
      data-dashed={item.dashed || undefined}
      style={{ ['--mark' as string]: item.color }}
      aria-hidden="true"
    />
  );
}

function FigureTable({ label, head, rows }: { label: string; head: string[]; rows: string[][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a region landmark would be too prominent here
    <div className={styles.tableBox} tabIndex={0} role="group" aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.slice(0, 2).join('|')}>
              {row.map((text, i) =>
                i === 0 ? (
                  <th key={head[i]} scope="row">
                    {text}
                  </th>
                ) : (
                  <td key={head[i]}>{text}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
