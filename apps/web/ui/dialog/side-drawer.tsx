import { Drawer } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { focusTitle } from '../focus/focus-title.ts';
import { DialogKey } from '../form/unsaved.ts';
import { useCloseGuard } from './close-guard.ts';
import { DiscardQuestion } from './dialog.tsx';
import styles from './side-drawer.module.css';

interface SideDrawerProps {
  opened: boolean;
  onClose: () => void;
  /** The kind of record, in small print above the title. */
  title: string;
  closeLabel: string;
  /** Width, px. */
  size: number;
  /** Layout of its content. */
  className: string | undefined;
  children: ReactNode;
}

/** The details of one row, beside the list. */
export function SideDrawer({
  opened,
  onClose,
  title,
  closeLabel,
  size,
  className,
  children,
}: SideDrawerProps) {
  const content = useRef<HTMLDivElement>(null);
  const guard = useCloseGuard({ opened, onClose, content, closable: true, guarded: true });
  return (
    <Drawer.Root opened={opened} onClose={guard.close} position="right" size={size}>
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content ref={content}>
        {/* Not Drawer.Body: it would be the description, and a screen reader would read the whole record. */}
        <div className={`${styles.body} ${className ?? ''}`} {...guard.events}>
          <div className={styles.head}>
            <Drawer.Title ref={focusTitle} tabIndex={-1} className={styles.title}>
              {title}
            </Drawer.Title>
            <button type="button" className={styles.close} aria-label={closeLabel} onClick={guard.close}>
              <IconX size={18} stroke={1.7} aria-hidden="true" />
            </button>
          </div>
          <DialogKey value={guard.id}>{children}</DialogKey>
        </div>
        <DiscardQuestion guard={guard} onDiscard={onClose} />
      </Drawer.Content>
    </Drawer.Root>
  );
}
