import type { ReactNode } from 'react';
import styles from './list-card.module.css';

interface ListCardProps {
  title: ReactNode;
  menu: ReactNode;
  /** State and figures, below. */
  children: ReactNode;
}

/** A row of a list on a phone: its title, its menu, and what else a person looks for. */
export function ListCard({ title, menu, children }: ListCardProps) {
  return (
    <div className={styles.card}>
      {title}
      {menu}
      <span className={styles.facts}>{children}</span>
    </div>
  );
}
