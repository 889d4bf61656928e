import { useQueryClient } from '@tanstack/react-query';
import { newStaffPassword, resetStaffPassword } from '@voltloop/contract/calls/staff.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import styles from '../../ui/dialog/dialogs.module.css';
import { Form } from '../../ui/form/form.tsx';
import { Dialog } from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { NewPasswordField } from '../accounts/index.ts';
import { staffChanged } from './queries.ts';

interface ResetDialogProps {
  opened: boolean;
  onClose: () => void;
  member: { id: string; name: string };
}

/** Sets a new password of a staff account, which must be changed at the next sign-in. */
export default function ResetDialog({ opened, onClose, member }: ResetDialogProps) {
  const { t } = useTranslation('staff');
  const { tenantId } = useAccount();
  const client = useQueryClient();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('reset.title', { name: member.name })}>
      <p className={styles.text}>{t('reset.text')}</p>
      <Form
        schema={newStaffPassword}
        initial={{ password: '' }}
        submitLabel={t('reset.submit')}
        onCancel={onClose}
        onSubmit={async ({ password }) => {
          await call(resetStaffPassword, { params: { tenantId, id: member.id }, body: { password } });
          toast.success({ ns: 'staff', key: 'reset.done', values: { name: member.name } });
          void staffChanged(client);
          onClose();
        }}
      >
        <NewPasswordField label={t('reset.field')} />
      </Form>
    </Dialog>
  );
}
