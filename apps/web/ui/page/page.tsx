import type { ReactNode } from 'react';
import styles from './page.module.css';
import { PageHeader, type PageHeaderProps } from './page-header.tsx';

export interface PageProps extends Omit<PageHeaderProps, 'title'> {
  /** Without a title there is no header; the content has its own. */
  title?: ReactNode;
  children: ReactNode;
}

/** Page wrapper with an optional title: the header, then the content with even spacing. */
export function Page({ title, children, ...head }: PageProps) {
  return (
    <div className={styles.page}>
      {title !== undefined && <PageHeader title={title} {...head} />}
      {children}
    </div>
  );
}
