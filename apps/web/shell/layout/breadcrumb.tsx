import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { siteMap } from '../../routes.tsx';
import { breadcrumbOf } from '../breadcrumb.ts';
import styles from './navbar.module.css';

/** What lies above the page; the page's own title stands in its head. */
export function Breadcrumb() {
  const { t } = useTranslation(['routes', 'shell']);
  const { pathname } = useLocation();
  const crumbs = breadcrumbOf(siteMap, pathname);
  if (crumbs.length === 0) return null;
  return (
    <nav className={styles.crumbs} aria-label={t('breadcrumb', { ns: 'shell' })}>
      <ol>
        {crumbs.map((crumb, index) => (
          <li key={crumb.title}>
            {index > 0 && <IconChevronRight size={14} stroke={1.8} aria-hidden="true" />}
            {crumb.to ? <Link to={crumb.to}>{t(crumb.title)}</Link> : <span>{t(crumb.title)}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
