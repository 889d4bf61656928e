import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@voltloop/contract';
import { resetUserPassword } from '@voltloop/contract/calls/users.ts';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import styles from '../../ui/dialog/dialogs.module.css';
import { Form } from '../../ui/form/form.tsx';
import { Dialog } from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { NewPasswordField } from './password-field.tsx';
import { usersChanged } from './queries.ts';

const schema = z.object({ password: z.string().min(1, 'account.password.missing').max(200) });

interface ResetDialogProps {
  opened: boolean;
  onClose: () => void;
  user: User;
}

/** Sets a new password of an account, which must be changed at the next sign-in. */
export default function ResetDialog({ opened, onClose, user }: ResetDialogProps) {
  const { t } = useTranslation('users');
  const { tenantId } = useAccount();
  const client = useQueryClient();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('reset.title', { name: user.name })}>
      <p className={styles.text}>{t('reset.text')}</p>
      <Form
        schema={schema}
        initial={{ password: '' }}
        submitLabel={t('reset.submit')}
        onCancel={onClose}
        onSubmit={async ({ password }) => {
          await call(resetUserPassword, { params: { tenantId, id: user.id }, body: { password } });
          toast.success({ ns: 'users', key: 'reset.done', values: { name: user.name } });
          void usersChanged(client);
          onClose();
        }}
      >
        <NewPasswordField label={t('reset.field')} />
      </Form>
    </Dialog>
  );
}
