import { Button, Group, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import dialogs from '../dialog/dialogs.module.css';
import { copyText } from '../text/copy-text.ts';
import { toast } from '../toast/toast.ts';

interface SecretOnceProps {
  text: string;
  label: string;
  description?: string;
  secret: string;
  copyLabel: string;
  onClose: () => void;
}

/** A secret that the server shows only once, with a button that copies it. */
export function SecretOnce({ text, label, description, secret, copyLabel, onClose }: SecretOnceProps) {
  const { t } = useTranslation('account');
  const id = useId();
  const copy = async () => {
    if (await copyText(secret)) toast.success({ ns: 'account', key: 'copied' });
    else {
      (document.getElementById(id) as HTMLInputElement | null)?.select();
      toast.warning({ ns: 'account', key: 'notCopied' });
    }
  };
  return (
    <>
      <p className={dialogs.text} role="status">
        {text}
      </p>
      <TextInput
        id={id}
        label={label}
        description={description}
        readOnly
        spellCheck={false}
        value={secret}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('tokens.done')}
        </Button>
        <Button leftSection={<IconCopy size={15} />} onClick={() => void copy()} data-autofocus>
          {copyLabel}
        </Button>
      </Group>
    </>
  );
}
