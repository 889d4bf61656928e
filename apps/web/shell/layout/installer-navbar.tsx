import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { roleOf, useSession } from '../../api/session.ts';
import { roleKey } from '../../context/role-label.ts';
import { hasDeveloperButtons } from '../developer/developer-rules.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import styles from './navbar.module.css';
import { NavbarFrame, type NavbarProps } from './navbar-frame.tsx';

// Removed from production builds: the condition is a build-time constant.
const DeveloperTools =
  import.meta.env.DEV || import.meta.env.MODE === 'newmode'
    ? lazy(() => import('../developer/developer-tools.tsx'))
    : null;

/** The installer navbar: menu toggle, role label, tools, and the menu with Account, Password and Log out. */
export function InstallerNavbar(props: NavbarProps) {
  const { t } = useTranslation();
  const login = useSession((state) => state.login);
  return (
    <NavbarFrame {...props}>
      <span className={styles.roleLabel}>
        {login?.role_name ?? t(roleKey(roleOf(login), login?.roleRenon))}
      </span>
      <Breadcrumb />
      {DeveloperTools && hasDeveloperButtons(roleOf(login), login?.roleRenon) && (
        <Suspense>
          <DeveloperTools />
        </Suspense>
      )}
    </NavbarFrame>
  );
}
