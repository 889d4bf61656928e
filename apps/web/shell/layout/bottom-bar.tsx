import { IconMenu2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { mapOf } from '../../context/family.ts';
import { useFamily } from '../../context/family-state.ts';
import { trailOf } from '../../context/match-path.ts';
import { isExternal, type MenuItem, menuOf } from '../../context/menu.ts';
import { useWho } from '../../context/rights.ts';
import { siteMap } from '../../context/site-map.ts';
import { useRouteTitle } from '../../context/use-route-title.ts';
import { menuItemOf } from '../breadcrumb.ts';
import styles from './bottom-bar.module.css';
import { setDrawer, useSidebar } from './sidebar-state.ts';

/** Five places including the menu: more would be too narrow for touch. */
const PAGES = 4;

/** The pages outside groups, and the first page of a group that is first in the menu or in daily use. */
const mainPages = (items: readonly MenuItem[]): MenuItem['meta'][] =>
  items.flatMap(({ meta, children: [first] }, index) => {
    if (!first) return [meta];
    return index === 0 || (meta.alwaysShow && !meta.section && !meta.family)
      ? [{ ...first.meta, icon: first.meta.icon ?? meta.icon }]
      : [];
  });

/** The navigation bar of phones: the first pages of the menu, and the whole menu. */
export default function BottomBar() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const who = useWho();
  const titleOf = useRouteTitle();
  const family = useFamily((state) => state.family);
  const drawer = useSidebar((state) => state.drawer);
  const pages = mainPages(menuOf(mapOf(siteMap(), family), who))
    .filter((meta) => !meta.wide && !isExternal(meta.path))
    .slice(0, PAGES);
  const page = trailOf(siteMap(), pathname).at(-1);
  const active = (page && menuItemOf(siteMap(), page, who)) ?? page?.path ?? pathname;
  const isListed = pages.some(({ path }) => path === active);
  return (
    <nav id="bottom-bar" className={styles.bar} aria-label={t('bottomBar')} inert={drawer}>
      {pages.map((meta) => (
        <Link
          key={meta.path}
          to={meta.path}
          className={styles.item}
          aria-current={active === meta.path ? 'page' : undefined}
        >
          {meta.icon && <meta.icon size={20} stroke={1.6} aria-hidden="true" />}
          <span className={styles.label}>{titleOf(meta.short ? { title: meta.short } : meta)}</span>
        </Link>
      ))}
      <button
        type="button"
        className={styles.item}
        aria-expanded={drawer}
        aria-controls="menu"
        data-within={!isListed || undefined}
        onClick={() => setDrawer(true)}
      >
        <IconMenu2 size={20} stroke={1.6} aria-hidden="true" />
        <span className={styles.label}>{t('more')}</span>
      </button>
    </nav>
  );
}
