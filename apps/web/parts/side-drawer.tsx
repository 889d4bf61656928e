import { Drawer } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useCloseOnBack } from '@voltloop/ui/close-on-back.ts';
import { focusTitle } from '@voltloop/ui/focus-title.ts';
import type { ReactNode } from 'react';
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
  useCloseOnBack(opened, onClose);
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="right" size={size}>
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content>
        {/* Not Drawer.Body: it would be the description, and a screen reader would read the whole record. */}
        <div className={`${styles.body} ${className ?? ''}`}>
          <div className={styles.head}>
            <Drawer.Title ref={focusTitle} tabIndex={-1} className={styles.title}>
              {title}
            </Drawer.Title>
            <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
              <IconX size={18} stroke={1.7} aria-hidden="true" />
            </button>
          </div>
          {children}
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}
