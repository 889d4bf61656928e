import type { ReportField } from '@voltloop/domain/reporting/fields.ts';
import { NO_VALUE } from '@voltloop/ui';
import { useTranslation } from 'react-i18next';
import { useListLanguage } from './badges.tsx';

/** A value of what is reported, in words. */
export function PayloadValue({ field, value }: { field: ReportField; value: unknown }) {
  const { t } = useTranslation('reporting');
  const of = useListLanguage();
  if (value === undefined || value === null || value === '') return NO_VALUE;
  if (field.kind === 'yesNo') return t(value === true ? 'yes' : 'no');
  if (field.kind === 'choice')
    return field.choices?.find((choice) => choice.value === value)?.[of] ?? String(value);
  if (field.kind === 'list' && Array.isArray(value))
    return (
      <ol>
        {value.map((entry: Record<string, unknown>) => (
          <li key={JSON.stringify(entry)}>
            {field.of
              ?.filter(({ name }) => entry[name] !== undefined)
              .map((each) => `${each.words[of]}: ${String(entry[each.name])}`)
              .join(' · ')}
          </li>
        ))}
      </ol>
    );
  return field.unit ? `${String(value)} ${field.unit}` : String(value);
}
