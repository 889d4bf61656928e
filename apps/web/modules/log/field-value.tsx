import { optionLabel } from '@voltloop/domain/options/index.ts';
import type { Field, LinesField } from '@voltloop/resource-kit';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { NO_VALUE, useFormat } from '../../ui/index.ts';
import styles from './log.module.css';

interface FieldValueProps {
  value: unknown;
  field: Field | undefined;
  /** Titles of referenced rows, by id. */
  titles: Readonly<Record<string, string>>;
}

/** A value of the trail in readable form: names instead of codes and ids, personal data hidden. */
export function FieldValue({ value, field, titles }: FieldValueProps) {
  const { t } = useTranslation('log');
  const format = useFormat();
  const language = languageOf(format.language);
  if (value === null || value === undefined || value === '') return <>{NO_VALUE}</>;
  if (field?.personal && value === '***') return <em>{t('hidden')}</em>;
  switch (field?.kind) {
    case 'option':
      return <>{optionLabel(field.list, value, language) || String(value)}</>;
    case 'reference':
      return <>{titles[String(value)] ?? String(value)}</>;
    case 'time':
      return <>{format.date(Number(value), 'dateTimeSeconds')}</>;
    case 'decimal':
    case 'integer':
      return <>{field.unit ? `${String(value)} ${field.unit}` : String(value)}</>;
    case 'lines':
      return <Lines rows={value as Record<string, unknown>[]} field={field} titles={titles} />;
    case 'files':
      return <>{t('entries', { count: (value as unknown[]).length, n: (value as unknown[]).length })}</>;
    default:
      return <>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</>;
  }
}

function Lines({
  rows,
  field,
  titles,
}: {
  rows: readonly Record<string, unknown>[];
  field: LinesField;
  titles: FieldValueProps['titles'];
}) {
  const format = useFormat();
  const language = languageOf(format.language);
  return (
    <ol className={styles.lines}>
      {rows.map((row, place) => (
        <li key={place}>
          {Object.entries(row).map(([name, value], part) => (
            <span key={name}>
              {part > 0 && ' · '}
              {field.of[name]?.label[language] ?? name}{' '}
              <FieldValue value={value} field={field.of[name]} titles={titles} />
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}
