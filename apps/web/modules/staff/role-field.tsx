import { SelectField } from '@voltloop/ui/form/fields.tsx';
import { useTranslation } from 'react-i18next';

/** Which role one of the staff has; roles with rights that the chooser has not are shown and cannot be given. */
export function RoleField({ roles }: { roles: readonly { id: number; name: string; grantable: boolean }[] }) {
  const { t } = useTranslation('staff');
  return (
    <SelectField
      name="role_id"
      label={t('field.role')}
      required
      searchable
      nothingFoundMessage={t('field.noRole')}
      description={roles.some((role) => !role.grantable) ? t('field.roleHint') : undefined}
      data={roles.map(({ id, name, grantable }) => ({
        value: String(id),
        label: name,
        disabled: !grantable,
      }))}
    />
  );
}
