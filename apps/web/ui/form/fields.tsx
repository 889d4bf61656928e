import {
  PasswordInput,
  type PasswordInputProps,
  Select,
  type SelectProps,
  Switch,
  type SwitchProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { get, useController, useFormContext, useFormState } from 'react-hook-form';
import { DecimalInput, type DecimalInputProps } from './decimal-input.tsx';
import styles from './form.module.css';
import { useFieldWords } from './use-field-words.ts';

/** Name of the field in the schema, dotted for nested ones; all other properties go to the Mantine input. */
type Named<Props> = Omit<Props, 'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'error'> & {
  name: string;
};

/** Binds a field of the surrounding `Form`: its value, and its error in the user's language. */
export function useField(name: string) {
  const words = useFieldWords();
  const { field, fieldState } = useController({ name });
  return { field, error: words(fieldState.error) };
}

/**
 * An uncontrolled text field for one of many lines: with a controlled one, react-hook-form copies the
 * values of the whole form at each keystroke, which is too slow for thousands of lines.
 */
export function useLineText(name: string) {
  const words = useFieldWords();
  const { errors } = useFormState({ name, exact: true });
  const field = useFormContext().register(name);
  return { field, error: words(get(errors, name)) };
}

export function TextField({ name, ...rest }: Named<TextInputProps>) {
  const { field, error } = useField(name);
  return <TextInput {...rest} {...field} value={field.value ?? ''} error={error} />;
}

export function PasswordField({ name, ...rest }: Named<PasswordInputProps>) {
  const { field, error } = useField(name);
  return <PasswordInput {...rest} {...field} value={field.value ?? ''} error={error} />;
}

export function TextAreaField({ name, ...rest }: Named<TextareaProps>) {
  const { field, error } = useField(name);
  return <Textarea {...rest} {...field} value={field.value ?? ''} error={error} />;
}

/** A number, or nothing. An invalid text stays, and fails validation. */
export function NumberField({ name, ...rest }: Named<DecimalInputProps>) {
  const { field, error } = useField(name);
  const { defaultValues } = useFormContext().formState;
  // Null, not undefined: an undefined value resets a field to its initial value.
  const nothing = get(defaultValues, name) === undefined ? undefined : null;
  return (
    <DecimalInput
      {...rest}
      {...field}
      value={field.value ?? ''}
      onChange={(value) => field.onChange(value === '' ? nothing : value)}
      error={error}
    />
  );
}

/** One of a list; its value is the option's text, or undefined when cleared. */
export function SelectField({ name, ...rest }: Named<SelectProps>) {
  const { field, error } = useField(name);
  return (
    <Select
      allowDeselect={false}
      {...rest}
      {...field}
      value={field.value || null}
      // Null, not undefined: an undefined value resets a field to its initial value.
      onChange={(value) => field.onChange(value ?? '')}
      error={error}
    />
  );
}

export function SwitchField({ name, ...rest }: Named<SwitchProps>) {
  const { field, error } = useField(name);
  return (
    <Switch
      {...rest}
      name={field.name}
      ref={field.ref}
      onBlur={field.onBlur}
      checked={field.value === true}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
      error={error}
    />
  );
}

/** Fields side by side where there is space. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
