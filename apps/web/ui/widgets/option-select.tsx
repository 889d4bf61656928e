import { Select, type SelectProps } from '@mantine/core';
import {
  type OptionListName,
  type OptionValue,
  optionsOf,
  parseOption,
} from '@voltloop/domain/options/index.ts';
import { useTranslation } from 'react-i18next';
import { isLanguage } from '../../context/i18n.ts';
import { useField } from '../form/fields.tsx';

type Rest = Omit<SelectProps, 'data' | 'value' | 'defaultValue' | 'onChange' | 'error'>;

export interface OptionSelectProps<L extends OptionListName> extends Rest {
  list: L;
  /** In the list's own type; 0 is a value. Numbers as text and aliases are accepted. */
  value: OptionValue<L> | string | null | undefined;
  onChange: (value: OptionValue<L> | undefined) => void;
  /** Also offers values that only the product sets; for filters. */
  purpose?: 'form' | 'filter';
  /** Restricts the list to these, e.g. depending on another field. */
  only?: readonly OptionValue<L>[];
  error?: SelectProps['error'];
}

/** One value of a fixed list, in the user's language; undefined when cleared. */
export function OptionSelect<L extends OptionListName>({
  list,
  value,
  onChange,
  purpose = 'form',
  only,
  ...rest
}: OptionSelectProps<L>) {
  const { i18n } = useTranslation();
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  const known = parseOption(list, value);
  const all = optionsOf(list, language, 'filter');
  const offered = new Set(optionsOf(list, language, purpose).map((option) => option.value));
  // The current value is listed even where it could not be chosen.
  const options = all.filter(
    (option) =>
      option.value === known || (offered.has(option.value) && (!only || only.includes(option.value))),
  );
  return (
    <Select
      clearable
      allowDeselect={false}
      checkIconPosition="right"
      {...rest}
      data={options.map((option) => ({ value: String(option.value), label: option.label }))}
      value={known === undefined ? null : String(known)}
      onChange={(text) => onChange(text === null ? undefined : parseOption(list, text))}
    />
  );
}

/** {@link OptionSelect} as a field of a form. */
export function OptionField<L extends OptionListName>({
  name,
  onPicked,
  ...rest
}: Omit<OptionSelectProps<L>, 'value' | 'onChange' | 'error'> & {
  name: string;
  /** Called after the value changed: dependent values may have to be cleared. */
  onPicked?: () => void;
}) {
  const { field, error } = useField(name);
  return (
    <OptionSelect<L>
      {...(rest as Omit<OptionSelectProps<L>, 'value' | 'onChange'>)}
      name={field.name}
      ref={field.ref}
      onBlur={field.onBlur}
      value={field.value}
      // Null, not undefined: an undefined value resets a field to its initial value.
      onChange={(value) => {
        field.onChange(value ?? '');
        onPicked?.();
      }}
      error={error}
    />
  );
}
