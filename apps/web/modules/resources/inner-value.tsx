import { useQuery } from '@tanstack/react-query';
import type { Field } from '@voltloop/resource-kit';
import { registry } from '@voltloop/resources/registry.ts';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_VALUE } from '../../ui/index.ts';
import { localized } from './fields.ts';
import { load } from './loaded.ts';
import { titleById } from './queries.ts';
import { PlainValue } from './value.tsx';
import type { CellProps } from './views.ts';

/** A value without its row: a former value, or another user's. References are fetched for their titles. */
export function InnerValue({
  field,
  value,
  at = 'detail',
  decimals,
}: {
  field: Field;
  value: unknown;
  /** `list`: the column header contains the unit. */
  at?: CellProps['at'];
  /** Least number of decimals; by default as many as the field has. */
  decimals?: number;
}) {
  const { i18n } = useTranslation();
  if (field.kind === 'reference' && typeof value === 'string' && value !== '' && registry[field.to])
    return <TitleOf to={field.to} id={value} />;
  if (field.kind === 'lines' && Array.isArray(value) && value.length > 0)
    return (value as Record<string, unknown>[]).map((line, index) => (
      <Fragment key={index}>
        {index > 0 && <br />}
        {Object.entries(field.of)
          .filter(([, of]) => !of.callsOnly)
          .map(([name, of], place) => (
            <Fragment key={name}>
              {place > 0 && ' · '}
              {localized(of.label, i18n.language)} <InnerValue field={of} value={line[name]} />
            </Fragment>
          ))}
      </Fragment>
    ));
  return <PlainValue field={field} value={value} at={at} decimals={decimals} />;
}

function TitleOf({ to, id }: { to: string; id: string }) {
  const title = useQuery(titleById(to, () => load(to), id));
  return title.data || (title.isPending ? NO_VALUE : id.slice(0, 8));
}
