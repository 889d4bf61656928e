import { Input } from '@mantine/core';
import type { Calculation, Field, Values } from '@voltloop/resource-kit';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { localized } from '../fields.ts';
import { PlainValue } from '../value.tsx';
import styles from './form.module.css';

interface CalculatedOutputProps {
  field: Field;
  calculation: Calculation;
  /** Prefix of the fields it is calculated from: `lines.0.`. */
  at?: string;
}

/**
 * A read-only value that the server will calculate from other fields of the form, previewed while they are edited.
 */
export function CalculatedOutput({ field, calculation: { from, of }, at = '' }: CalculatedOutputProps) {
  const { i18n } = useTranslation();
  const given = useWatch({ name: from.map((name) => at + name) });
  const value = of(Object.fromEntries(from.map((name, i) => [name, tidy(given[i])])));
  const id = useId();
  return (
    <Input.Wrapper label={localized(field.label, i18n.language)} labelElement="div" labelProps={{ id }}>
      <output className={styles.output} aria-labelledby={id}>
        <PlainValue field={field} value={value} at="detail" />
      </output>
    </Input.Wrapper>
  );
}

/** Normalizes numbers, in lines too: a comma is a decimal point. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((line: Values) =>
      Object.fromEntries(Object.entries(line).map(([name, each]) => [name, tidy(each)])),
    );
  return String(value ?? '').replace(/^([+-]?\d*),(\d+)$/, '$1.$2');
}
