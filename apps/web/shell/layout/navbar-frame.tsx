import { IconGridDots, IconLayoutSidebar, IconMenu2, IconSearch } from '@tabler/icons-react';
import { lazy, type ReactNode, type RefObject, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isStaff } from '../../context/family.ts';
import { useWho } from '../../context/rights.ts';
import { ScanButton } from '../../modules/codes/frame.ts';
import { loadEventBell } from '../../modules/events/frame.ts';
import button from '../../ui/button/icon-button.module.css';
import { openPalette } from '../palette/overlay-state.ts';
import { commandKey } from '../shortcuts.ts';
import styles from './navbar.module.css';
import { setDrawer, toggleSidebar, useSidebar } from './sidebar-state.ts';
import { UserMenu } from './user-menu.tsx';

// Lazy: it queries the server and opens a stream, which the first page need not wait for.
const EventBell = lazy(loadEventBell);

export interface NavbarProps {
  mobile: boolean;
  menuButton: RefObject<HTMLButtonElement | null>;
}

/** The common frame of both navbars: menu toggle at the left, tools and user at the right, `children` between. */
export function NavbarFrame({ mobile, menuButton, children }: NavbarProps & { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const staff = isStaff(useWho());
  const { opened, drawer } = useSidebar();
  const shown = mobile ? drawer : opened;
  const Icon = mobile ? IconMenu2 : IconLayoutSidebar;
  return (
    <header className={styles.navbar}>
      <button
        ref={menuButton}
        type="button"
        className={button.button}
        aria-label={t(shown ? 'closeMenu' : 'openMenu')}
        title={t(shown ? 'closeMenu' : 'openMenu')}
        aria-expanded={shown}
        aria-controls="menu"
        onClick={() => (mobile ? setDrawer(!drawer) : toggleSidebar())}
      >
        <Icon size={20} stroke={1.6} aria-hidden="true" />
      </button>
      {children}
      <div className={styles.tools}>
        <button
          type="button"
          className={styles.search}
          data-guide="search"
          aria-label={t('palette.open')}
          title={t('palette.open')}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={openPalette}
        >
          <IconSearch size={16} stroke={1.8} aria-hidden="true" />
          <span className={styles.searchText}>{t('palette.short')}</span>
          {/* Drawn by CSS: aria-keyshortcuts announces the keys; they are not part of the button's name. */}
          <kbd className={styles.searchKeys} data-keys={`${commandKey()}K`} />
        </button>
        <ScanButton />
        <Link
          to="/appSelector"
          className={`${button.button} ${styles.wideOnly}`}
          aria-label={t('apps')}
          title={t('apps')}
        >
          <IconGridDots size={18} stroke={1.7} aria-hidden="true" />
        </Link>
        {/* Only the portal has events: staff see no devices. */}
        {!staff && (
          <Suspense fallback={<span className={styles.bell} />}>
            <EventBell />
          </Suspense>
        )}
        <UserMenu />
      </div>
    </header>
  );
}
