import type { ReactNode } from 'react';
import { showFullText } from '../text/full-text.ts';
import styles from './two-lines.module.css';

interface TwoLinesProps {
  main: ReactNode;
  /** Small, below the main line; without it, there is one line. */
  sub: ReactNode;
  /** An icon of 18 px before both lines. */
  icon?: ReactNode;
  /** Lets the lower line wrap, for cards: on a touch screen nothing else shows text that is cut off. */
  wrap?: boolean;
}

/** The title of a row in a table or on a card: its name, and small below it what distinguishes equal names. */
export function TwoLines({ main, sub, icon, wrap = false }: TwoLinesProps) {
  const lines = (
    <span className={styles.lines} data-wrap={wrap || undefined}>
      <span className={styles.main} onPointerEnter={showFullText}>
        {main}
      </span>
      {sub && (
        <span className={styles.sub} onPointerEnter={showFullText}>
          {sub}
        </span>
      )}
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
