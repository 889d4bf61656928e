import type { ReportField } from '@voltloop/domain/reporting/fields.ts';
import { useTranslation } from 'react-i18next';
import { NO_VALUE } from '../../ui/index.ts';
import { useListLanguage } from './badges.tsx';
import styles from './reporting.module.css';

/** A formatted value of the payload. */
export function PayloadValue({ field, value }: { field: ReportField; value: unknown }) {
  const { t } = useTranslation('reporting');
  const of = useListLanguage();
  if (value === undefined || value === null || value === '') return NO_VALUE;
  if (field.kind === 'yesNo') return t(value === true ? 'yes' : 'no');
  if (field.kind === 'choice')
    return field.choices?.find((choice) => choice.value === value)?.[of] ?? String(value);
  if (field.kind === 'list' && Array.isArray(value)) return <Entries field={field} entries={value} />;
  return field.unit ? `${String(value)} ${field.unit}` : String(value);
}

/** The entries of a list, with all non-empty columns. */
function Entries({ field, entries }: { field: ReportField; entries: readonly Record<string, unknown>[] }) {
  const of = useListLanguage();
  const columns = (field.of ?? []).filter(({ name }) =>
    entries.some((entry) => entry[name] !== undefined && entry[name] !== null),
  );
  if (entries.length === 0) return NO_VALUE;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be focusable
    <section className={styles.entries} aria-label={field.words[of]} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ name, words }) => (
              <th key={name} scope="col">
                {words[of]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={JSON.stringify(entry)}>
              {columns.map((column) => (
                <td key={column.name}>
                  <PayloadValue field={column} value={entry[column.name]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
