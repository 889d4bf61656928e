import { type CSSProperties, type ReactNode, useId } from 'react';
import styles from './card.module.css';

export interface CardProps {
  /** Heading (`h2`) of the panel; it also names the region for screen readers. */
  title?: ReactNode;
  /** A short line under the title: the period, the unit, the quantity. */
  description?: ReactNode;
  /** Area at the right of the title: buttons, a range picker. */
  tools?: ReactNode;
  /** `flush` lets the content touch the edges: tables, maps. */
  padding?: 'normal' | 'flush';
  footer?: ReactNode;
  children?: ReactNode;
  className?: string;
  style?: CSSProperties;
}

/** Card panel with an optional title and tools area. */
export function Card({
  title,
  description,
  tools,
  padding = 'normal',
  footer,
  children,
  className,
  style,
}: CardProps) {
  const id = useId();
  return (
    <section
      className={className ? `${styles.card} ${className}` : styles.card}
      aria-labelledby={title ? id : undefined}
      style={style}
    >
      {(title || tools) && (
        <div className={styles.head}>
          <div className={styles.headText}>
            {title && (
              <h2 id={id} className={styles.title}>
                {title}
              </h2>
            )}
            {description && <div className={styles.description}>{description}</div>}
          </div>
          {tools && <div className={styles.tools}>{tools}</div>}
        </div>
      )}
      <div className={padding === 'flush' ? styles.flush : styles.body}>{children}</div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </section>
  );
}
