import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './short-row.module.css';
import { showFullText } from './text/full-text.ts';

interface ShortRowProps {
  to: string;
  what: ReactNode;
  when: ReactNode;
  /** Small print below the title: owner or place. */
  where: ReactNode;
  state?: ReactNode;
}

/** One entry of a short list of recent things, as a link. */
export function ShortRow({ to, what, when, where, state }: ShortRowProps) {
  return (
    <li className={styles.item}>
      <Link to={to} className={styles.row}>
        <span className={styles.what} onPointerEnter={showFullText}>
          {what}
        </span>
        <span className={styles.when}>{when}</span>
        <span className={styles.where} onPointerEnter={showFullText}>
          {where}
        </span>
        {state && <span className={styles.state}>{state}</span>}
      </Link>
    </li>
  );
}
