import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './dialog-foot.module.css';

/** The buttons at the end of a long dialog: they stay visible while the content above them scrolls. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="xs" className={styles.foot}>
      {children}
    </Group>
  );
}
