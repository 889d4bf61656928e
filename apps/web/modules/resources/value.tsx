import { optionLabel } from '@voltloop/domain/options/index.ts';
import { type Field, type Resource, toneOfDay } from '@voltloop/resource-kit';
import { chinaDays } from '@voltloop/resources/days.ts';
import { registry } from '@voltloop/resources/registry.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { AllowedLink } from '../../ui/allowed-link.tsx';
import {
  DueDay,
  formatDecimal,
  listed,
  NO_VALUE,
  RelativeTime,
  StatusBadge,
  useFormat,
} from '../../ui/index.ts';
import { formatMoney } from '../../ui/text/money.ts';
import { localized, unitOf } from './fields.ts';
import { rowPath } from './loaded.ts';
import { RegionName } from './region-name.tsx';
import styles from './value.module.css';
import type { CellProps, Row } from './views.ts';

/** A field's value in readable form. */
export function Value({ row, name, field, at, resource }: CellProps & { resource: Resource }) {
  const value = row[name];
  const { t, i18n } = useTranslation('backoffice');
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return <span className={styles.none}>{NO_VALUE}</span>;
  const tones = field.kind === 'option' ? field.tones : undefined;
  if (field.kind === 'option' && (tones || resource.life?.field === name))
    return (
      <StatusBadge tone={tones?.[String(value)] ?? 'neutral'} variant={at === 'list' ? 'plain' : 'soft'}>
        {optionLabel(field.list, value, languageOf(i18n.language))}
      </StatusBadge>
    );
  const tone = field.kind === 'date' ? toneOfDay(resource, row, name, chinaDays(new Date())) : undefined;
  if (tone)
    return (
      <DueDay tone={tone} word={t(`value.${tone}`)}>
        {String(value)}
      </DueDay>
    );
  if (field.kind === 'reference') return <ReferenceValue row={row} name={name} to={field.to} />;
  return <PlainValue field={field} value={value} at={at} />;
}

/** A value without its row: in a list of lines, in the history, in a conflict. */
export function PlainValue({
  field,
  value,
  at,
  decimals = decimalsOf(field, at),
}: {
  field: Field;
  value: unknown;
  at: CellProps['at'];
  /** Least number of decimals. */
  decimals?: number | undefined;
}): ReactNode {
  const { t, i18n } = useTranslation('backoffice');
  const format = useFormat();
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return <span className={styles.none}>{NO_VALUE}</span>;
  switch (field.kind) {
    case 'option':
      return optionLabel(field.list, value, languageOf(i18n.language));
    case 'time':
      return at === 'list' ? (
        <RelativeTime time={Number(value)} />
      ) : (
        <span className={styles.day}>{format.date(Number(value), 'dateTimeSeconds')}</span>
      );
    case 'date':
      return <span className={styles.day}>{String(value)}</span>;
    case 'decimal':
    case 'integer':
      return (
        <span className={styles.number}>
          {at === 'detail' && isMoney(field)
            ? formatMoney(String(value), i18n.language)
            : formatDecimal(String(value), decimals, i18n.language)}
          {at === 'detail' && !isMoney(field) && unitOf(field) && (
            <span className={styles.unit}>{unitOf(field)}</span>
          )}
        </span>
      );
    case 'region':
      return <RegionName code={String(value)} />;
    case 'files':
      return t('value.files', { count: (value as unknown[]).length });
    case 'lines':
      return t('value.lines', { count: (value as unknown[]).length });
    case 'text':
      if (field.as === 'chemistries') return chemistryNames(String(value), i18n.language);
      return field.long && at === 'detail' ? (
        <span className={styles.long}>{String(value)}</span>
      ) : (
        String(value)
      );
    default:
      return String(value);
  }
}

/** The names for `A,B`. */
function chemistryNames(letters: string, language: string): string {
  const name = (letter: string) => optionLabel('chemistry', letter, languageOf(language)) || letter;
  return listed(letters.split(',').map(name), language);
}

/** Decimals in a column are aligned; only coordinates, which have more decimals, are unchanged. */
const decimalsOf = (field: Field, at: CellProps['at']): number => {
  if (isMoney(field)) return 2;
  return at === 'list' && field.kind === 'decimal' && field.scale <= 3 ? field.scale : 0;
};
const isMoney = (field: Field) => unitOf(field) === '¥';

function ReferenceValue({ row, name, to }: { row: Row; name: string; to: string }) {
  const { t, i18n } = useTranslation('backoffice');
  const entry = registry[to];
  const title =
    row.titles[name] || t('value.unnamed', { what: entry ? localized(entry.one, i18n.language) : to });
  return (
    <AllowedLink to={rowPath(to, String(row[name]))} className={`link ${styles.link}`}>
      {title}
    </AllowedLink>
  );
}
