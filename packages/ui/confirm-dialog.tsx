import { Button, Group, Text, TextInput } from '@mantine/core';
import { type ReactNode, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';
import { Failure } from './failure.tsx';
import { ErrorWords } from './states.tsx';

export interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** What will happen, and to what. */
  children: ReactNode;
  /** The verb: 'Delete', 'Reset device'. */
  confirmLabel: string;
  /** Red button, and the focus starts on Cancel. */
  danger?: boolean;
  /** For what cannot be undone: the button wakes when this text has been typed. */
  typed?: string;
  /** A required input is missing. */
  disabled?: boolean;
  /**
   * The button waits for it; when it throws, the dialog stays open and says what, in the words of {@link ErrorWords}. It
   * stays open too when it gives false: there is more to read.
   */
  onConfirm: () => unknown;
}

/** What the button is called that closes the dialog: not like the one beside it, which may cancel a document. */
export function dismissLabel(t: (key: string) => string, confirmLabel: string): string {
  const cancel = t('confirm.cancel');
  return confirmLabel === cancel ? t('confirm.back') : cancel;
}

/** Asks before something happens. Closes itself when `onConfirm` has succeeded. */
export function ConfirmDialog({
  opened,
  onClose,
  title,
  children,
  confirmLabel,
  danger,
  typed,
  disabled = false,
  onConfirm,
}: ConfirmDialogProps) {
  const { t } = useTranslation('ui');
  const describe = useContext(ErrorWords);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [text, setText] = useState('');

  const close = () => {
    if (busy) return;
    setError('');
    setText('');
    onClose();
  };
  const confirm = async () => {
    setBusy(true);
    setError('');
    try {
      if ((await onConfirm()) === false) return;
      setText('');
      onClose();
    } catch (thrown) {
      setError(describe(thrown) || t('error.text'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog opened={opened} onClose={close} title={title} closable={!busy}>
      <Text component="div" size="md" c="var(--vl-ink-2)">
        {children}
      </Text>
      {typed && (
        <TextInput
          mt="md"
          label={t('confirm.typed', { text: typed })}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <Failure text={error} mt="sm" />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={close} disabled={busy} data-autofocus={danger || undefined}>
          {dismissLabel(t, confirmLabel)}
        </Button>
        <Button
          color={danger ? 'red.9' : undefined}
          loading={busy}
          disabled={disabled || (typed !== undefined && text !== typed)}
          onClick={confirm}
          data-autofocus={danger ? undefined : true}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Dialog>
  );
}
