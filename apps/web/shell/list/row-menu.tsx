import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './row-menu.module.css';

interface RowMenuProps {
  /** What the button is called: it says whose menu it is. */
  label: string;
  /** Whether Tab reaches the button: in the row that holds the focus. */
  active: boolean;
  /** px; by default as wide as its words. */
  width?: number;
  /** Its items: only what the server lets this account do. */
  children: ReactNode;
}

/** The menu at the end of a row, behind three dots. */
export function RowMenu({ label, active, width, children }: RowMenuProps) {
  return (
    <Menu position="bottom-end" {...(width && { width })} shadow="md" withinPortal>
      <Menu.Target>
        <button type="button" className={styles.button} aria-label={label} tabIndex={active ? 0 : -1}>
          <IconDots size={18} stroke={1.8} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
