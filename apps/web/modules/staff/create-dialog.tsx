import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createStaff, newStaff } from '@voltloop/contract/calls/staff.ts';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { FieldRow, SwitchField, TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Dialog } from '../../ui/index.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { NewPasswordField } from '../accounts/index.ts';
import { staffChanged, staffRoles } from './queries.ts';
import { RoleField } from './role-field.tsx';

const { role_id: _, ...fields } = newStaff.shape;
/** Values of a select are texts. */
const schema = z.object({ ...fields, role_id: z.string('staff.noRole').min(1, 'staff.noRole') });

interface CreateDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The role by which the list is filtered: default of the new account. */
  roleId: number | null;
}

/** Creates an account of the back office. */
export default function CreateDialog({ opened, onClose, roleId }: CreateDialogProps) {
  const { t } = useTranslation('staff');
  const { tenantId } = useAccount();
  const roles = useQuery({ ...staffRoles(tenantId), enabled: opened });
  const client = useQueryClient();
  const first = roles.data?.find((role) => role.id === roleId && role.grantable);
  return (
    <Dialog opened={opened} onClose={onClose} size="lg" title={t('create.title')}>
      {roles.error || !roles.data ? (
        <QueryPlaceholder of={roles} rows={5} />
      ) : (
        <Form
          schema={schema}
          initial={{
            user_name: '',
            name: '',
            password: '',
            email: '',
            mobile: '',
            description: '',
            role_id: first ? String(first.id) : '',
            must_change_password: true,
          }}
          submitLabel={t('create.submit')}
          onCancel={onClose}
          onSubmit={async ({ role_id, ...values }) => {
            const made = await call(createStaff, {
              params: { tenantId },
              body: { ...values, role_id: Number(role_id) },
            });
            toast.success({
              ns: 'staff',
              key: 'create.done',
              values: { name: made.name, userName: made.user_name },
            });
            void staffChanged(client);
            onClose();
          }}
        >
          <FieldRow>
            <TextField
              name="user_name"
              label={t('field.userName')}
              description={t('field.userNameHint')}
              required
              maxLength={16}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              data-autofocus
            />
            <TextField
              name="name"
              label={t('field.name')}
              description={t('field.nameHint')}
              required
              maxLength={50}
              autoComplete="off"
            />
          </FieldRow>
          <RoleField roles={roles.data} />
          <NewPasswordField label={t('field.password')} />
          <SwitchField name="must_change_password" label={t('field.mustChange')} />
          <FieldRow>
            <TextField name="mobile" type="tel" label={t('field.mobile')} maxLength={30} autoComplete="off" />
            <TextField
              name="email"
              type="email"
              label={t('field.email')}
              maxLength={200}
              autoComplete="off"
            />
          </FieldRow>
          <TextField name="description" label={t('field.description')} maxLength={200} autoComplete="off" />
        </Form>
      )}
    </Dialog>
  );
}
