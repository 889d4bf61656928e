import { Autocomplete } from '@mantine/core';
import { causes, REASON_MAX, scrapCauses } from '@voltloop/resource-kit';
import { useTranslation } from 'react-i18next';
import { useField } from '../../../ui/form/fields.tsx';
import { localized } from '../fields.ts';
import type { InputProps } from '../views.ts';

/** The reason for scrapping goods: a predefined one, or free text. */
export function ScrapReasonInput({ name, label, required }: InputProps) {
  const { t, i18n } = useTranslation('backoffice');
  const { field, error } = useField(name);
  return (
    <Autocomplete
      name={field.name}
      ref={field.ref}
      onBlur={field.onBlur}
      label={label}
      required={required}
      description={t('reason.pick')}
      maxLength={REASON_MAX}
      data={scrapCauses.map((cause) => localized(causes[cause], i18n.language))}
      value={String(field.value ?? '')}
      onChange={field.onChange}
      error={error}
    />
  );
}
