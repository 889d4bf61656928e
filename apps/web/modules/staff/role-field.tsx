import { useTranslation } from 'react-i18next';
import { SelectField } from '../../ui/form/fields.tsx';

/** The role of a staff account; roles with rights that the signed-in account lacks are disabled. */
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
