import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { type ReactNode, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../states/failure.tsx';
import { ErrorWords } from '../states/states.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** The consequences, and the affected record. */
  children: ReactNode;
  /** The verb: 'Delete', 'Reset device'. */
  confirmLabel: string;
  /** Red button, with the initial focus on Cancel. */
  danger?: boolean;
  /** For irreversible actions: the button is enabled once this text has been typed. */
  typed?: string;
  /** A required input is missing. */
  disabled?: boolean;
  /**
   * The button shows progress until it resolves. When it throws, the dialog stays open and shows the error by
   * {@link ErrorWords}. It also stays open when it resolves to false: there is more to read.
   */
  onConfirm: () => unknown;
}

/** Label of the closing button: must differ from the one beside it, which may cancel a document. */
export function dismissLabel(t: (key: string) => string, confirmLabel: string): string {
  const cancel = t('confirm.cancel');
  return confirmLabel === cancel ? t('confirm.back') : cancel;
}

/** Asks for confirmation. Closes when `onConfirm` has succeeded. */
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
      {/* The description of the dialog: read with its title when it opens. */}
      <Modal.Body p={0}>
        <Text component="div" size="md" c="var(--vl-ink-2)">
          {children}
        </Text>
      </Modal.Body>
      {typed && (
        <TextInput
          data-unguarded
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
