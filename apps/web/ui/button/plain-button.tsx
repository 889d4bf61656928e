import type { ButtonHTMLAttributes } from 'react';
import styles from './plain-button.module.css';

interface PlainButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'primary' | 'default';
  loading?: boolean;
}

/** The button of the pages before sign-in, which do without the component library to stay small. */
export function PlainButton({ kind = 'default', loading, children, type, ...rest }: PlainButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={styles.button}
      data-kind={kind}
      data-loading={loading || undefined}
      aria-busy={loading || undefined}
    >
      {loading && <span className={styles.spinner} aria-hidden="true" />}
      <span>{children}</span>
    </button>
  );
}
