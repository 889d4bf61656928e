import { counts, type Field, fieldOf, type Resource } from '@voltloop/resource-kit';
import { useTranslation } from 'react-i18next';
import { localized } from '../fields.ts';
import { Value } from '../value.tsx';
import type { Row, Views } from '../views.ts';
import styles from './summary.module.css';

interface SummaryFactsProps {
  row: Row;
  resource: Resource;
  cells?: Views['cells'];
  /** Fields in order; empty ones are omitted. */
  names: readonly string[];
}

/** The main facts of a row, in one wrapping line. */
export function SummaryFacts({ row, resource, cells, names }: SummaryFactsProps) {
  const { i18n } = useTranslation('backoffice');
  const shown = names.flatMap((name) => {
    const field = fieldOf(resource, name);
    return field && counts(field, row) && hasValue(field, row[name]) ? [{ name, field }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {shown.map(({ name, field }) => {
        const Cell = cells?.[name];
        return (
          <div key={name}>
            <dt>{localized(field.label, i18n.language)}</dt>
            <dd>
              {Cell ? (
                <Cell row={row} name={name} field={field} at="detail" />
              ) : (
                <Value row={row} name={name} field={field} at="detail" resource={resource} />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Whether a value is worth showing: not if it is empty or a plain No. */
function hasValue(field: Field, value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return !(field.kind === 'option' && field.list === 'yesNo' && Number(value) === 0);
}
