import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useWho } from '../../context/rights.ts';
import { siteMap } from '../../context/site-map.ts';
import { useRouteTitle } from '../../context/use-route-title.ts';
import { breadcrumbOf } from '../breadcrumb.ts';
import styles from './navbar.module.css';

/** The levels above the page; the page's own title is its heading. */
export function Breadcrumb() {
  const { t } = useTranslation('shell');
  const titleOf = useRouteTitle();
  const { pathname } = useLocation();
  const crumbs = breadcrumbOf(siteMap(), pathname, useWho());
  if (crumbs.length === 0) return null;
  return (
    <nav className={styles.crumbs} aria-label={t('breadcrumb')}>
      <ol>
        {crumbs.map((crumb, index) => (
          <li key={titleOf(crumb)}>
            {index > 0 && <IconChevronRight size={14} stroke={1.8} aria-hidden="true" />}
            {crumb.to ? <Link to={crumb.to}>{titleOf(crumb)}</Link> : <span>{titleOf(crumb)}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
