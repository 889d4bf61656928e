import { Button } from '@mantine/core';
import { IconCopy, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../../ui/dialog/dialogs.module.css';
import { PasswordField, useField } from '../../ui/form/fields.tsx';
import { copyText } from '../../ui/text/copy-text.ts';
import { toast } from '../../ui/toast/toast.ts';
import { newPassword } from './new-password.ts';

/** A password for another user, with a button that generates and shows a good one. */
export function NewPasswordField({ label }: { label: string }) {
  const { t } = useTranslation('users');
  const { field } = useField('password');
  const [shown, setShown] = useState(false);
  return (
    <PasswordField
      name="password"
      label={label}
      description={t('field.passwordHint')}
      required
      // In dialogs with more fields, the first one has it too and comes before.
      data-autofocus
      maxLength={16}
      autoComplete="new-password"
      visible={shown}
      onVisibilityChange={setShown}
      // Beside the input alone, whatever its hint and error take below it.
      inputContainer={(input) => (
        <div className={styles.password}>
          {input}
          <Button
            variant="default"
            leftSection={<IconRefresh size={15} />}
            onClick={() => {
              field.onChange(newPassword());
              setShown(true);
            }}
          >
            {t('field.generate')}
          </Button>
          {shown && field.value && (
            <Button
              variant="default"
              leftSection={<IconCopy size={15} />}
              onClick={async () => {
                if (await copyText(String(field.value))) toast.success({ ns: 'users', key: 'field.copied' });
                else toast.warning({ ns: 'users', key: 'field.notCopied' });
              }}
            >
              {t('field.copy')}
            </Button>
          )}
        </div>
      )}
    />
  );
}
