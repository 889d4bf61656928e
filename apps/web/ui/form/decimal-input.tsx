import { TextInput, type TextInputProps } from '@mantine/core';
import { readDecimal, typedNumber } from '@voltloop/domain/checks/read-decimal.ts';
import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { unitProps } from './unit-props.tsx';
import { useFieldWords } from './use-field-words.ts';

export interface DecimalInputProps
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'rightSection'> {
  /** The number, '' when empty, or a text that is not a number. */
  value: number | string;
  onChange: (value: number | string) => void;
  /** Unit behind the number. */
  suffix?: string | undefined;
  /** Added by Arrow Up and subtracted by Arrow Down, within `min` and `max`. */
  step?: number;
  min?: number;
  max?: number;
}

/**
 * A number field. It keeps any typed or pasted text, valid or not, as dropping characters would turn `47,4` into 474.
 * A text that cannot be read, or in two ways, has its error once the field is left; the form's validation refuses it.
 */
export function DecimalInput({
  value,
  onChange,
  onBlur,
  onKeyDown,
  suffix,
  error,
  step,
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
  ...rest
}: DecimalInputProps) {
  const words = useFieldWords();
  const [text, setText] = useState(String(value));
  const [left, setLeft] = useState(false);
  // A value set from outside takes precedence.
  const shown = typedNumber(text) === value ? text : String(value);
  const read = readDecimal(shown);
  const problem = read && 'problem' in read && (left || error) ? words({ message: read.problem }) : undefined;
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      {...rest}
      {...unitProps(suffix, rest.description)}
      value={shown}
      error={problem ?? error}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        setLeft(true);
        onBlur?.(event);
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (step && direction && typeof value === 'number') {
          event.preventDefault();
          const next = Number((value + direction * step).toFixed(6));
          onChange(Math.min(max, Math.max(min, next)));
        }
        onKeyDown?.(event);
      }}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        onChange(typedNumber(next));
      }}
    />
  );
}
