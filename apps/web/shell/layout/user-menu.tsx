import { IconChevronDown, IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { roleOf, signOut, useSession } from '../../api/session.ts';
import { roleKey, withoutPrefix } from '../role-label.ts';
import { toast } from '../toast.ts';
import { initialsOf } from './initials.ts';
import { useDisclosure } from './use-disclosure.ts';
import styles from './user-menu.module.css';

/** Who is signed in, and the way out. */
export function UserMenu() {
  const { t } = useTranslation(['common', 'shell']);
  const { open, setOpen, root } = useDisclosure<HTMLDivElement>();
  const login = useSession((state) => state.login);
  if (!login) return null;
  const userName = withoutPrefix(login.user_name);
  const name = login.name || userName;
  const role = t(roleKey(roleOf(login), login.roleRenon));
  const leave = async () => {
    if (!(await signOut())) toast.warning({ ns: 'errors', key: 'logoutFailed' });
  };
  return (
    <div ref={root} className={styles.root}>
      <button
        type="button"
        className={styles.target}
        aria-expanded={open}
        aria-controls="user-menu"
        onClick={() => setOpen(!open)}
      >
        <span className="visually-hidden">{t('account', { ns: 'shell' })}</span>
        <span className={styles.avatar} aria-hidden="true">
          {initialsOf(name)}
        </span>
        <span className={styles.who}>
          <span className={styles.name}>{name}</span> <span className={styles.role}>{role}</span>
        </span>
        <IconChevronDown size={14} stroke={1.8} className={styles.arrow} aria-hidden="true" />
      </button>
      <div id="user-menu" className={styles.panel} hidden={!open}>
        <div className={styles.card}>
          <span className={styles.name}>{name}</span>
          <span className={styles.role}>
            {userName} · {role}
          </span>
        </div>
        <button type="button" className={styles.item} onClick={() => void leave()}>
          <IconLogout size={16} stroke={1.7} aria-hidden="true" />
          {t('logout', { ns: 'shell' })}
        </button>
      </div>
    </div>
  );
}
