import { Modal, type ModalProps } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCloseOnBack } from './close-on-back.ts';
import styles from './dialog.module.css';
import { useFocusBack } from './focus-back.ts';
import { focusTitle } from './focus-title.ts';

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  size?: ModalProps['size'];
  /** False while something runs that must not be interrupted. */
  closable?: boolean;
  /** Nothing of the page is visible behind it. */
  hidesPage?: boolean;
}

/** A dialog with a title and a close button: traps and restores the focus; Escape and a click outside close it. */
export function Dialog({
  opened,
  onClose,
  title,
  children,
  size = 'md',
  closable = true,
  hidesPage = false,
}: DialogProps) {
  const { t } = useTranslation('ui');
  const content = useRef<HTMLDivElement>(null);
  useFocusBack(opened, content);
  useCloseOnBack(opened, () => closable && onClose());
  // Composed by hand because Modal's own header is a <header>, a second banner of the page to a screen reader.
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      centered
      returnFocus={false}
      size={size}
      closeOnEscape={closable}
      closeOnClickOutside={closable}
    >
      <Modal.Overlay
        {...(hidesPage
          ? { color: 'var(--mantine-color-body)', backgroundOpacity: 1 }
          : { backgroundOpacity: 0.45 })}
      />
      <Modal.Content ref={content}>
        {/* Not Modal.Body: it would be the description, and a screen reader would read the whole form. */}
        <div className={styles.body}>
          <div className={styles.head}>
            <Modal.Title ref={focusTitle} tabIndex={-1} className={styles.title}>
              {title}
            </Modal.Title>
            <button
              type="button"
              className={styles.close}
              aria-label={t('close')}
              disabled={!closable}
              onClick={onClose}
            >
              <IconX size={18} stroke={1.7} />
            </button>
          </div>
          {children}
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
