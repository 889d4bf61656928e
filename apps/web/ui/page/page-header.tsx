import { type ReactNode, useContext } from 'react';
import styles from './page-header.module.css';
import { UnderHeader } from './under-header.ts';

export interface PageHeaderProps {
  /** The page's `h1`. It is focused after a navigation, so that screen readers announce the page. */
  title: ReactNode;
  /** One short line under the title. */
  description?: ReactNode;
  /** Beside the title: badges, an id. */
  meta?: ReactNode;
  /** Buttons at the right; they wrap below the title on narrow screens. */
  tools?: ReactNode;
}

/** Header of a page: title, one line of description, tools. Exactly one per page. */
export function PageHeader({ title, description, meta, tools }: PageHeaderProps) {
  const under = useContext(UnderHeader);
  return (
    <>
      <header className={styles.header}>
        <div className={styles.text}>
          <div className={styles.line}>
            <h1 className={styles.title} tabIndex={-1} data-page-title>
              {title}
            </h1>
            {meta && <div className={styles.meta}>{meta}</div>}
          </div>
          {description && <p className={styles.description}>{description}</p>}
        </div>
        {tools && <div className={styles.tools}>{tools}</div>}
      </header>
      {under}
    </>
  );
}
