import { IconAlertTriangleFilled, IconCircleXFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './due-day.module.css';

interface DueDayProps {
  /** The formatted day. */
  children: ReactNode;
  /** danger: past; warning: soon. */
  tone: 'danger' | 'warning';
  /** The same as a word. */
  word: string;
}

/** A due day that is past or near: icon, day and word, so that it does not depend on colour. */
export function DueDay({ children, tone, word }: DueDayProps) {
  const Icon = tone === 'danger' ? IconCircleXFilled : IconAlertTriangleFilled;
  return (
    <span className={styles.due} data-tone={tone}>
      <span className={styles.day}>
        <Icon size={14} aria-hidden="true" />
        {children}
      </span>{' '}
      <small>{word}</small>
    </span>
  );
}
