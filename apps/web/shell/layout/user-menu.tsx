import { Menu } from '@mantine/core';
import { IconChevronDown, IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { roleOf, signOut, useSession } from '../../api/session.ts';
import { roleKey, withoutPrefix } from '../role-label.ts';
import { toast } from '../toast.ts';
import { initialsOf } from './initials.ts';
import styles from './user-menu.module.css';

/** Who is signed in, and the way out. */
export function UserMenu() {
  const { t } = useTranslation(['common', 'shell']);
  const login = useSession((state) => state.login);
  if (!login) return null;
  const userName = withoutPrefix(login.user_name);
  const name = login.name || userName;
  const role = t(roleKey(roleOf(login), login.roleRenon));
  const leave = async () => {
    if (!(await signOut())) toast.warning({ ns: 'errors', key: 'logoutFailed' });
  };
  return (
    <Menu position="bottom-end" width={240} offset={6} shadow="md" loop>
      <Menu.Target>
        <button
          type="button"
          className={styles.target}
          aria-label={t('account', { ns: 'shell', name, role })}
        >
          <span className={styles.avatar} data-avatar aria-hidden="true">
            {initialsOf(name)}
          </span>
          <span className={styles.who} aria-hidden="true">
            <span className={styles.name}>{name}</span>
            <span className={styles.role}>{role}</span>
          </span>
          <IconChevronDown size={14} stroke={1.8} className={styles.arrow} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.card}>
          <span className={styles.name}>{name}</span>
          <span className={styles.role}>
            {userName} · {role}
          </span>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.7} />} onClick={() => void leave()}>
          {t('logout', { ns: 'shell' })}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
