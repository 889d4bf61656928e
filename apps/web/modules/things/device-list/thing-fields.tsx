import { useTranslation } from 'react-i18next';
import { DayField } from '../../../ui/form/day-field.tsx';
import { FieldRow, TextAreaField, TextField } from '../../../ui/form/fields.tsx';

/** The fields of a device's description, shared by the register and edit dialogs. */
export function DescriptionFields() {
  const { t } = useTranslation('devices');
  return (
    <>
      <FieldRow>
        <TextField name="desc.name" label={t('field.name')} maxLength={100} autoComplete="off" />
        <TextField name="desc.company" label={t('field.company')} maxLength={200} autoComplete="off" />
      </FieldRow>
      <FieldRow>
        <TextField
          name="desc.mobile"
          label={t('field.mobile')}
          maxLength={30}
          type="tel"
          autoComplete="off"
        />
        <TextField
          name="desc.email"
          label={t('field.email')}
          maxLength={200}
          type="email"
          autoComplete="off"
        />
      </FieldRow>
      <TextAreaField name="desc.address" label={t('field.address')} maxLength={300} autosize minRows={1} />
      <DayField name="desc.installTime" label={t('field.installTime')} />
    </>
  );
}
