import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { deleteRole, type Role } from '@voltloop/contract/calls/roles.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { useRight } from '../../context/rights.ts';
import { ConfirmDialog, Dialog, useFormat } from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { rolesChanged } from './queries.ts';

interface DeleteRoleProps {
  role: Role;
  onClose: () => void;
}

/** Confirms the deletion of a role; lists the accounts that still have it (interpretation C07). */
export function DeleteRole({ role, onClose }: DeleteRoleProps) {
  const { t } = useTranslation(['roles', 'ui']);
  const client = useQueryClient();
  const format = useFormat();
  const seesStaff = useRight(rights.staff.see);
  const values = { name: role.name, count: role.accounts_total, total: format.number(role.accounts_total) };
  if (role.accounts_total > 0)
    return (
      <Dialog opened onClose={onClose} title={t('delete.heldTitle', values)}>
        <p>{t('delete.held', values)}</p>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('close', { ns: 'ui' })}
          </Button>
          {seesStaff && (
            <Button component={Link} to={`/backoffice/staff?role=${role.id}`} onClick={onClose}>
              {t('delete.show')}
            </Button>
          )}
        </Group>
      </Dialog>
    );
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      danger
      title={t('delete.title', values)}
      confirmLabel={t('action.delete')}
      onConfirm={async () => {
        try {
          await call(deleteRole, { query: { id: role.id } });
        } catch (error) {
          // An account may have been given the role meanwhile: refetch the list.
          void rolesChanged(client);
          throw error;
        }
        toast.success({ ns: 'roles', key: 'delete.done', values: { name: role.name } });
        void rolesChanged(client);
      }}
    >
      {t('delete.text')}
    </ConfirmDialog>
  );
}
