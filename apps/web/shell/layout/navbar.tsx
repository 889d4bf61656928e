import { IconLayoutSidebar, IconMenu2 } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { ColorSchemeSwitch } from '../color-scheme-switch.tsx';
import button from '../icon-button.module.css';
import { LanguageSwitch } from '../language-switch.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import styles from './navbar.module.css';
import { setDrawer, toggleSidebar, useSidebar } from './sidebar-state.ts';
import { UserMenu } from './user-menu.tsx';

interface NavbarProps {
  mobile: boolean;
  menuButton: RefObject<HTMLButtonElement | null>;
}

/** The bar at the top: menu toggle, breadcrumb, language, colours, account. */
export function Navbar({ mobile, menuButton }: NavbarProps) {
  const { t } = useTranslation('shell');
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
      <Breadcrumb />
      <div className={styles.tools}>
        <LanguageSwitch />
        <ColorSchemeSwitch />
        <UserMenu />
      </div>
    </header>
  );
}
