import { Button, Group, Modal, type ModalProps, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../focus/focus-back.ts';
import { focusTitle } from '../focus/focus-title.ts';
import { DialogKey } from '../form/unsaved.ts';
import { useCloseGuard } from './close-guard.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  size?: ModalProps['size'];
  /** False while something runs that must not be interrupted. */
  closable?: boolean;
  /** False where input is no loss and closing needs no question: a filter, a choice for a print. */
  guarded?: boolean;
  /** Hides the page behind it. */
  opaque?: boolean;
}

/**
 * A dialog with a title and a close button: traps and restores the focus; Escape and a click outside close it, with a
 * question when input would be lost.
 */
export function Dialog({
  opened,
  onClose,
  title,
  children,
  size = 'md',
  closable = true,
  guarded = true,
  opaque = false,
}: DialogProps) {
  const { t } = useTranslation('ui');
  const content = useRef<HTMLDivElement>(null);
  useFocusBack(opened, content);
  const guard = useCloseGuard({ opened, onClose, content, closable, guarded });
  // Composed by hand because Modal's own header is a <header>, a second banner of the page to a screen reader.
  return (
    <Modal.Root
      opened={opened}
      onClose={guard.close}
      centered
      returnFocus={false}
      size={size}
      closeOnEscape={closable}
      closeOnClickOutside={closable}
    >
      <Modal.Overlay
        {...(opaque ? { backgroundOpacity: 1, color: 'var(--vl-bg)' } : { backgroundOpacity: 0.45 })}
      />
      <Modal.Content ref={content}>
        {/* Not Modal.Body: it would be the description, and a screen reader would read the whole form. */}
        <div className={styles.body} {...guard.events}>
          <div className={styles.head}>
            <Modal.Title ref={focusTitle} tabIndex={-1} className={styles.title}>
              {title}
            </Modal.Title>
            <button
              type="button"
              className={styles.close}
              aria-label={t('close')}
              disabled={!closable}
              onClick={guard.close}
            >
              <IconX size={18} stroke={1.7} />
            </button>
          </div>
          <DialogKey value={guard.id}>{children}</DialogKey>
        </div>
        <DiscardQuestion guard={guard} onDiscard={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

interface DiscardQuestionProps {
  guard: Pick<ReturnType<typeof useCloseGuard>, 'asking' | 'setAsking'>;
  onDiscard: () => void;
}

/** "Keep editing / Discard", before a dialog with unsaved input closes. */
export function DiscardQuestion({ guard: { asking, setAsking }, onDiscard }: DiscardQuestionProps) {
  const { t } = useTranslation('ui');
  if (!asking) return null;
  const keep = () => setAsking(false);
  return (
    <Dialog opened onClose={keep} title={t('discard.title')} size="sm" guarded={false}>
      <Text size="sm">{t('discard.text')}</Text>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={keep} data-autofocus>
          {t('discard.keep')}
        </Button>
        <Button
          color="red.9"
          onClick={() => {
            keep();
            onDiscard();
          }}
        >
          {t('discard.discard')}
        </Button>
      </Group>
    </Dialog>
  );
}
