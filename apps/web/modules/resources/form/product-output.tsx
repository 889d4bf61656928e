import { Input } from '@mantine/core';
import { type DecimalField, productOf } from '@voltloop/resource-kit';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { say } from '../fields.ts';
import { PlainValue } from '../value.tsx';
import styles from './form.module.css';

/** What the server will calculate from other fields of the form, shown while they are written. */
export function ProductOutput({ field, of }: { field: DecimalField; of: readonly string[] }) {
  const { i18n } = useTranslation();
  const given = useWatch({ name: [...of] });
  const value = productOf(field, Object.fromEntries(of.map((name, i) => [name, tidy(given[i])])));
  const id = useId();
  return (
    <Input.Wrapper label={say(field.label, i18n.language)} labelElement="div" labelProps={{ id }}>
      <output className={styles.output} aria-labelledby={id}>
        <PlainValue field={field} value={value} at="detail" />
      </output>
    </Input.Wrapper>
  );
}

/** A number as its input leaves it: a comma is a decimal point. */
const tidy = (value: unknown) => String(value ?? '').replace(/^([+-]?\d*),(\d+)$/, '$1.$2');
