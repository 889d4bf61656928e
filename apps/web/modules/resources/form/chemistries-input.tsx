import { MultiSelect } from '@mantine/core';
import { optionsOf } from '@voltloop/domain/options/index.ts';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../../context/language-of.ts';
import { useField } from '../../../ui/form/fields.tsx';
import { localized } from '../fields.ts';
import type { InputProps } from '../views.ts';

/** Selects battery types by name; the stored value is their letters, comma-separated. */
export function ChemistriesInput({ name, field: declared, label, required }: InputProps) {
  const { i18n } = useTranslation();
  const { field, error } = useField(name);
  const language = languageOf(i18n.language);
  return (
    <MultiSelect
      name={field.name}
      ref={field.ref}
      onBlur={field.onBlur}
      label={label}
      required={required}
      description={declared.hint && localized(declared.hint, language)}
      data={optionsOf('chemistry', language).map((each) => ({
        value: String(each.value),
        label: each.label,
      }))}
      value={lettersOf(field.value)}
      onChange={(letters) => field.onChange([...letters].sort().join(','))}
      clearable
      hidePickedOptions
      error={error}
    />
  );
}

const lettersOf = (value: unknown) =>
  String(value ?? '')
    .split(',')
    .filter(Boolean);
