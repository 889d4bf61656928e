import type { ReactNode } from 'react';
import styles from './two-lines.module.css';

interface TwoLinesProps {
  main: ReactNode;
  /** Small, below the main line; without it, there is one line. */
  sub: ReactNode;
  /** An icon of 18 px before both lines. */
  icon?: ReactNode;
}

/** The title of a row in a table or on a card: its name, and small below it what distinguishes equal names. */
export function TwoLines({ main, sub, icon }: TwoLinesProps) {
  const lines = (
    <span className={styles.lines}>
      <span className={styles.main}>{main}</span>
      {sub && <span className={styles.sub}>{sub}</span>}
    </span>
  );
  if (!icon) return lines;
  return (
    <span className={styles.withIcon}>
      <span className={styles.icon}>{icon}</span>
      {lines}
    </span>
  );
}
