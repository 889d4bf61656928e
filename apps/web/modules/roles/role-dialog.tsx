import { useQueryClient } from '@tanstack/react-query';
import {
  findRoleMenus,
  insertRole,
  insertRoleMenus,
  type Role,
  updateRole,
} from '@voltloop/contract/calls/roles.ts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Dialog } from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { rolesChanged } from './queries.ts';

const schema = z.object({
  name: z.string().trim().min(1, 'role.name').max(50, 'role.name'),
  description: z.string().trim().max(200).optional(),
});

export type RoleWork = { what: 'create' } | { what: 'edit' | 'copy'; role: Role };

interface RoleDialogProps {
  work: RoleWork;
  onClose: () => void;
}

/** Name and description of a role; a new one continues with the choice of its menus. */
export default function RoleDialog({ work, onClose }: RoleDialogProps) {
  const { t } = useTranslation('roles');
  const client = useQueryClient();
  const navigate = useNavigate();
  const role = 'role' in work ? work.role : null;

  const save = async ({ name, description }: z.output<typeof schema>): Promise<void> => {
    if (work.what === 'edit') {
      await call(updateRole, {
        body: {
          id: work.role.id,
          name,
          ...(description ? { description } : { clearFields: ['description'] }),
        },
      });
      toast.success({ ns: 'roles', key: 'edit.done', values: { name } });
      return;
    }
    const menuIds =
      work.what === 'copy' ? await call(findRoleMenus, { query: { roleId: work.role.id } }) : [];
    const made = await call(insertRole, { body: { name, description } });
    if (menuIds.length > 0) await call(insertRoleMenus, { body: { roleId: made.id, menuIds } });
    toast.success({ ns: 'roles', key: 'create.done', values: { name } });
    void navigate(`/backoffice/roles/${made.id}`);
  };

  return (
    <Dialog opened onClose={onClose} title={t(`${work.what}.title`, { name: role?.name ?? '' })}>
      <Form
        schema={schema}
        initial={{
          name: work.what === 'copy' ? t('copy.name', { name: role?.name ?? '' }) : (role?.name ?? ''),
          description: role?.description ?? '',
        }}
        submitLabel={t(`${work.what}.submit`)}
        onCancel={onClose}
        onSubmit={async (values) => {
          await save(values);
          void rolesChanged(client);
          onClose();
        }}
      >
        <TextField
          name="name"
          label={t('field.name')}
          required
          maxLength={50}
          autoComplete="off"
          data-autofocus
        />
        <TextAreaField
          name="description"
          label={t('field.description')}
          maxLength={200}
          autosize
          minRows={2}
          maxRows={4}
        />
      </Form>
    </Dialog>
  );
}
