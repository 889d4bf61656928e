import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { typedNumber } from './parse-decimal.ts';
import { unitProps } from './unit-props.tsx';

export interface DecimalInputProps
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'rightSection'> {
  /** The number, '' when empty, or a text that is not a number. */
  value: number | string;
  onChange: (value: number | string) => void;
  /** Unit behind the number. */
  suffix?: string | undefined;
}

/**
 * A number field. It keeps any typed or pasted text, valid or not, as dropping characters would turn `47,4` into 474;
 * the form's validation reports invalid numbers.
 */
export function DecimalInput({ value, onChange, suffix, ...rest }: DecimalInputProps) {
  const [text, setText] = useState(String(value));
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      {...rest}
      {...unitProps(suffix, rest.description)}
      // A value set from outside takes precedence.
      value={typedNumber(text) === value ? text : String(value)}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        onChange(typedNumber(next));
      }}
    />
  );
}
