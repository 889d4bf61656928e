import { TextInput, type TextInputProps } from '@mantine/core';
import { normalizeDecimal, readDecimal } from '@voltloop/domain/checks/read-decimal.ts';
import { type FocusEvent, useState } from 'react';
import { unitProps } from './unit-props.tsx';
import { useFieldWords } from './use-field-words.ts';

export interface ExactInputProps
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'rightSection'> {
  /** The exact text of the decimal, or what was typed. */
  value: string;
  onChange: (value: string) => void;
  /** Unit behind the number. */
  suffix?: string | undefined;
}

/**
 * A field for an exact decimal, whose value is text. When the field is left the text gets its decimal point, or the
 * error of a number that cannot be read or can be read in two ways.
 */
export function ExactInput({ value, onChange, onBlur, suffix, error, ...rest }: ExactInputProps) {
  const words = useFieldWords();
  const [left, setLeft] = useState(false);
  const read = readDecimal(value);
  const problem = read && 'problem' in read && (left || error) ? words({ message: read.problem }) : undefined;
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      {...rest}
      {...unitProps(suffix, rest.description)}
      value={value}
      error={problem ?? error}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        setLeft(true);
        const text = normalizeDecimal(value);
        if (text !== value) onChange(text);
        onBlur?.(event);
      }}
    />
  );
}
