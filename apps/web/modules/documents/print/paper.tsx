import type { Words } from '@voltloop/resource-kit';
import { CHINA } from '@voltloop/resources/days.ts';
import type { ReactNode } from 'react';
import { FactList } from '../../../ui/facts/fact-list.tsx';
import { QrCode } from '../../../ui/qr-code/qr-code.tsx';
import { formatDate } from '../../../ui/text/format.ts';
import styles from './sheet.module.css';
import type { Language, SheetTable } from './sheet-data.ts';
import { printed } from './words.ts';

export interface PaperProps {
  language: Language;
  /** Name of our own company. */
  company: string;
  title: string;
  no: string | null;
  /** Label of its number, if it is not a document number. */
  noLabel?: Words;
  /** A prominent mark: not, or no longer, in force. */
  state: string | null;
  /** Below the number. */
  notes?: readonly string[];
  facts: readonly (readonly [label: string, text: string])[];
  table: Pick<SheetTable, 'columns' | 'rows'>;
  /** Below the table, after the label of the total. */
  totals: ReactNode;
  /** Replaces the label of the total. */
  totalsLabel?: Words;
  signatures: readonly Words[];
  /** Who did what when. */
  people: readonly (readonly [Words, { by: string | null; time: number } | undefined])[];
}

/** A printed business document, A4 upright; the table header repeats on every page. */
export function Paper(props: PaperProps) {
  const { language, company, title, no, state, notes = [], facts, table, totals, signatures, people } = props;
  const { noLabel = printed.no, totalsLabel = printed.total } = props;
  const time = (ms: number) => formatDate(ms, 'dateTime', CHINA);
  return (
    <article className={styles.sheet} lang={language}>
      <header className={styles.head}>
        <div>
          <p className={styles.company}>{company}</p>
          <p className={styles.title}>{title}</p>
          <p className={styles.no}>
            {no ? `${noLabel[language]} ${no}` : state}
            {no && state && <span className={styles.state}>{state}</span>}
          </p>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
        {no && <QrCode text={no} label={no} size={84} />}
      </header>
      <FactList className={styles.facts} facts={facts} />
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{printed.line[language]}</th>
            {table.columns.map(({ label, number }) => (
              <th key={label} scope="col" data-number={number || undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((cells, n) => (
            <tr key={n}>
              <td>{n + 1}</td>
              {cells.map((text, place) => (
                <td
                  key={table.columns[place]?.label}
                  data-number={table.columns[place]?.number || undefined}
                  data-code={table.columns[place]?.code || undefined}
                  data-keep={table.columns[place]?.keep || undefined}
                >
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {/* Part of the table, so that the header repeats on the page that it moves to. */}
        <tbody className={styles.end}>
          <tr>
            <td colSpan={table.columns.length + 1}>
              <p className={styles.totals}>
                <strong>{totalsLabel[language]}</strong>
                {totals}
              </p>
              <ul className={styles.signatures}>
                {signatures.map((who) => (
                  <li key={who.zh}>
                    <span>{who[language]}</span>
                    <span className={styles.rule} />
                    <span className={styles.date}>{printed.date[language]}</span>
                  </li>
                ))}
              </ul>
              <p className={styles.foot}>
                {people.map(
                  ([word, event]) =>
                    event && (
                      <span key={word.zh}>
                        {word[language]} {event.by} {time(event.time)}
                      </span>
                    ),
                )}
                <span>
                  {printed.at[language]} {time(Date.now())}
                </span>
              </p>
            </td>
          </tr>
        </tbody>
      </table>
    </article>
  );
}
