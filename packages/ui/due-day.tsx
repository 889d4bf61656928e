import { IconAlertTriangleFilled, IconCircleXFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './due-day.module.css';

interface DueDayProps {
  /** The day as it is shown. */
  children: ReactNode;
  /** danger: over; warning: soon. */
  tone: 'danger' | 'warning';
  /** The same in a word. */
  word: string;
}

/** A day that is over or near: icon, day and word, so that it reads without colour. */
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
