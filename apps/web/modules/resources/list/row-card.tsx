import { type Field, fieldOf, toneOfDay } from '@voltloop/resource-kit';
import { chinaDays } from '@voltloop/resources/days.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { localized, unitOf } from '../fields.ts';
import type { Loaded } from '../loaded.ts';
import { Value } from '../value.tsx';
import type { Row } from '../views.ts';
import styles from './list.module.css';

/** About as many as fit on two lines. */
const FACTS = 5;

/** About as many letters as fit beside a state. */
const LONG = 17;
/** The width of a text in Latin letters: a Chinese character is as wide as two. */
const wideAs = (text: string) => [...text].reduce((sum, each) => sum + (each > '\u2e80' ? 2 : 1), 0);

interface RowCardProps {
  loaded: Loaded;
  row: Row;
  /** The columns chosen by the account: the first ones are on the card. */
  shown: readonly { id: string }[];
  menu: ReactNode;
}

/** A row on a phone: title, state or first choice, and the next facts below. */
export function RowCard({ loaded, row, shown, menu }: RowCardProps) {
  const { resource, views } = loaded;
  const names = shown
    .map(({ id }) => id)
    .filter((name) => name !== resource.title && fieldOf(resource, name));
  const has = (name: string) => row[name] !== null && row[name] !== undefined;
  const side =
    resource.life?.field ??
    names.find((name) => fieldOf(resource, name)?.kind === 'option') ??
    // Lines leave no room for the title beside them.
    names.findLast((name) => fieldOf(resource, name)?.kind !== 'lines' && has(name));
  // A long name takes the whole first line, because truncated names are ambiguous.
  const isLong = wideAs(String(row[resource.title] ?? '')) > LONG;
  // What may be cut off on two lines comes last: first a date that is or will be due, then states and choices, amounts
  // and masses, and lines.
  const today = chinaDays(new Date());
  const rank = (name: string) => {
    const field = fieldOf(resource, name) as Field;
    if (field.kind === 'date') return toneOfDay(resource, row, name, today) ? 0 : 3;
    return field.kind === 'decimal' || field.kind === 'lines' ? 1 : field.kind === 'option' ? 2 : 3;
  };
  const others = names
    .filter((name) => name !== side && has(name))
    .sort((one, other) => rank(one) - rank(other));
  const value = (name: string) => {
    const field = fieldOf(resource, name) as Field;
    const Cell = views.cells?.[name];
    if (Cell) return <Cell row={row} name={name} field={field} at="list" />;
    // Not a link: two links on such lines would be too close to each other, and the card opens the row, which has it.
    const title = field.kind === 'reference' && row.titles[name];
    return title || <Value row={row} name={name} field={field} at="list" resource={resource} />;
  };
  return (
    <div className={styles.card}>
      <span className={styles.cardTitle} data-long={isLong || undefined}>
        {value(resource.title)}
      </span>
      {!isLong && <span>{side && value(side)}</span>}
      <span className={styles.cardMenu}>{menu}</span>
      <span className={styles.facts}>
        {isLong && side && <span>{value(side)}</span>}
        {others.slice(0, FACTS).map((name) => (
          <span key={name}>
            <FactLabel field={fieldOf(resource, name) as Field} />
            {value(name)}
          </span>
        ))}
      </span>
    </div>
  );
}

/** The label of a fact with its unit; visually hidden for codes and names of other records, which are recognisable. */
function FactLabel({ field }: { field: Field }) {
  const { i18n } = useTranslation();
  const unit = unitOf(field);
  const label = localized(field.label, i18n.language);
  return (
    <span
      className={
        field.kind === 'reference' || (field.kind === 'text' && field.code) ? 'visually-hidden' : styles.label
      }
    >
      {unit ? `${label} (${unit})` : label}
    </span>
  );
}
