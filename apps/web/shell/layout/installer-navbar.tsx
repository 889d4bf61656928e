import { useTranslation } from 'react-i18next';
import { roleOf, useSession } from '../../api/session.ts';
import { roleKey } from '../role-label.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import styles from './navbar.module.css';
import { NavbarFrame, type NavbarProps } from './navbar-frame.tsx';

/** The installer navbar: menu toggle, role label, tools, and the menu with Account, Password and Log out. */
export function InstallerNavbar(props: NavbarProps) {
  const { t } = useTranslation();
  const login = useSession((state) => state.login);
  return (
    <NavbarFrame {...props}>
      <span className={styles.roleLabel}>{t(roleKey(roleOf(login), login?.roleRenon))}</span>
      <Breadcrumb />
    </NavbarFrame>
  );
}
