import { confirmChannel } from '@voltloop/contract/calls/notifications.ts';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import styles from '../../ui/dialog/dialogs.module.css';
import { TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Dialog } from '../../ui/index.ts';

const schema = z.object({ code: z.string().trim().min(1).max(20) });

/** Confirms an e-mail address by the code sent to it. */
export function ConfirmCodeDialog({
  id,
  onClose,
  onDone,
}: {
  id: string | null;
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation('notifications');
  return (
    <Dialog opened={id !== null} onClose={onClose} title={t('channel.codeTitle')}>
      <Form
        schema={schema}
        initial={{ code: '' }}
        submitLabel={t('channel.confirm')}
        onCancel={onClose}
        onSubmit={async (body) => {
          await call(confirmChannel, { params: { id: id ?? '' }, body });
          onDone();
        }}
      >
        <p className={styles.text}>{t('channel.codeText')}</p>
        <TextField
          name="code"
          label={t('channel.code')}
          required
          data-autofocus
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </Form>
    </Dialog>
  );
}
