import { capitals } from '@voltloop/domain/money/capitals.ts';
import type { DocumentKind } from '@voltloop/resource-kit';
import { QrCode } from '@voltloop/ui/qr-code.tsx';
import type { Row } from '../../resources/index.ts';
import type { Course, Line } from '../queries.ts';
import styles from './sheet.module.css';
import { factsOf, type Language, numberText, tableOf } from './sheet-data.ts';
import { printed, signaturesOf, titleOf } from './words.ts';

export interface SheetProps {
  kind: DocumentKind;
  row: Row;
  lines: readonly Line[];
  totals: { pieces: number; kg: string };
  course: Course;
  language: Language;
  /** Name of the own company. */
  company: string;
}

/** A document on paper, A4 upright; the head of the table stands on every page. */
export function Sheet({ kind, row, lines, totals, course, language, company }: SheetProps) {
  const { resource, presets } = kind;
  const preset = typeof row.preset === 'string' ? presets[row.preset] : undefined;
  const title = titleOf(resource.name, row.preset, resource.one, preset?.words)[language];
  const table = tableOf(kind, lines, language);
  const state = stateOf(String(row.status), language);
  const no = typeof row.no === 'string' ? row.no : null;
  const time = (ms: number) =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Asia/Shanghai',
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(ms);
  const last = (...steps: string[]) => course.events.findLast(({ step }) => steps.includes(step));
  const people = [
    [printed.made, last('insert')],
    [printed.approved, last('approve')],
    [printed.posted, last('approve') ? undefined : last('post')],
  ] as const;
  return (
    <article className={styles.sheet} lang={language}>
      <header className={styles.head}>
        <div>
          <p className={styles.company}>{company}</p>
          <p className={styles.title}>{title}</p>
          <p className={styles.no}>
            {no ? `${printed.no[language]} ${no}` : state}
            {no && state && <span className={styles.state}>{state}</span>}
          </p>
          {course.voids && (
            <p>
              {printed.counter[language]} {course.voids.no}
            </p>
          )}
          {course.voidedBy && (
            <p>
              {printed.voidedBy[language]} {course.voidedBy.no}
            </p>
          )}
        </div>
        {no && <QrCode text={no} label={no} size={84} />}
      </header>
      <dl className={styles.facts}>
        {factsOf(kind, row, language).map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
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
            <tr key={lines[n]?.clientKey}>
              <td>{n + 1}</td>
              {cells.map((text, place) => (
                <td
                  key={table.columns[place]?.label}
                  data-number={table.columns[place]?.number || undefined}
                  data-code={table.columns[place]?.code || undefined}
                >
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {/* A part of the table: its head stands above on the page that it is moved to. */}
        <tbody className={styles.end}>
          <tr>
            <td colSpan={table.columns.length + 1}>
              <p className={styles.totals}>
                <strong>{printed.total[language]}</strong>
                <span>
                  {printed.pieces[language]} {numberText(String(totals.pieces), language)}
                </span>
                <span>
                  {printed.mass[language]} {numberText(totals.kg, language)}
                </span>
                {table.amount !== null && (
                  <span>
                    {printed.amount[language]} {numberText(table.amount, language, 2)}
                    {language === 'zh' && ` ${printed.inCapitals.zh} ${capitals(table.amount)}`}
                  </span>
                )}
              </p>
              <ul className={styles.signatures}>
                {signaturesOf(resource.name).map((who) => (
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

/** What must be seen on paper: it is not, or no longer, in force. */
function stateOf(status: string, language: Language): string | null {
  switch (status) {
    case 'draft':
    case 'returned':
      return printed.draft[language];
    case 'submitted':
    case 'voided':
    case 'cancelled':
      return printed[status][language];
    default:
      return null;
  }
}
