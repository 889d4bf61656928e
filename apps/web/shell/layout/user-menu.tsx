import {
  IconBell,
  IconChevronDown,
  IconKey,
  IconListCheck,
  IconLogout,
  IconShieldLock,
  IconUserCircle,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { roleOf, useSession } from '../../api/session.ts';
import { homeOf, mayOpen } from '../../context/menu.ts';
import { roleKey, withoutPrefix } from '../../context/role-label.ts';
import { siteMap } from '../../context/site-map.ts';
import { whoOf } from '../../context/who.ts';
import { loadPasswordDialogs } from '../../modules/accounts/frame.ts';
import { loadRestart } from '../../modules/first-steps/frame.ts';
import { useDisclosure } from '../../ui/dialog/use-disclosure.ts';
import { Avatar } from '../../ui/person/avatar.tsx';
import { leave } from '../leave.ts';
import styles from './user-menu.module.css';

const LookControls = lazy(async () => ({ default: (await import('./look-controls.tsx')).LookControls }));
const PasswordDialog = lazy(async () => ({
  default: (await loadPasswordDialogs()).PasswordDialog,
}));

export const ACCOUNT_PATH = '/endUserPage/personalInformation/index';
/** The Account page's content for the main account, whose role has no such page. */
const SECURITY_PATH = '/security/index';
const NOTIFICATIONS_PATH = '/notifications/index';

/** The signed-in user's menu: account page where the role has one (interpretation A20), password, log out. */
export function UserMenu() {
  const { t } = useTranslation(['common', 'shell', 'routes']);
  const { open, setOpen, root } = useDisclosure<HTMLDivElement>();
  const login = useSession((state) => state.login);
  const [password, setPassword] = useState<'never' | 'open' | 'closed'>('never');
  const [used, setUsed] = useState(false);
  if (open && !used) setUsed(true);
  const navigate = useNavigate();
  if (!login) return null;
  const home = homeOf(siteMap(), whoOf(login));
  const showFirstSteps = async () => {
    setOpen(false);
    await (await loadRestart()).restartFirstSteps();
    void navigate(home ?? '/', { state: { firstSteps: true } });
  };
  const userName = withoutPrefix(login.user_name);
  const name = login.name || userName;
  const role = login.role_name ?? t(roleKey(roleOf(login), login.roleRenon));
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
        <Avatar name={name} address={login.avatar} className={styles.avatar} />
        <span className={styles.who}>
          <span className={styles.name}>{name}</span>
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
        {mayOpen(siteMap(), ACCOUNT_PATH, whoOf(login)) && (
          <Link to={ACCOUNT_PATH} className={styles.item} onClick={() => setOpen(false)}>
            <IconUserCircle size={16} stroke={1.7} aria-hidden="true" />
            {t('account', { ns: 'shell' })}
          </Link>
        )}
        {mayOpen(siteMap(), SECURITY_PATH, whoOf(login)) && (
          <Link to={SECURITY_PATH} className={styles.item} onClick={() => setOpen(false)}>
            <IconShieldLock size={16} stroke={1.7} aria-hidden="true" />
            {t('security', { ns: 'routes' })}
          </Link>
        )}
        {mayOpen(siteMap(), NOTIFICATIONS_PATH, whoOf(login)) && (
          <Link to={NOTIFICATIONS_PATH} className={styles.item} onClick={() => setOpen(false)}>
            <IconBell size={16} stroke={1.7} aria-hidden="true" />
            {t('notifications', { ns: 'routes' })}
          </Link>
        )}
        {home !== null && (
          <button type="button" className={styles.item} onClick={() => void showFirstSteps()}>
            <IconListCheck size={16} stroke={1.7} aria-hidden="true" />
            {t('firstSteps', { ns: 'shell' })}
          </button>
        )}
        <button
          type="button"
          className={styles.item}
          onClick={() => {
            setOpen(false);
            // The dialog restores the focus to its opener, and this button is about to be hidden.
            root.current?.querySelector('button')?.focus();
            setPassword('open');
          }}
        >
          <IconKey size={16} stroke={1.7} aria-hidden="true" />
          {t('password', { ns: 'shell' })}
        </button>
        <Suspense>{used && <LookControls onDone={() => setOpen(false)} />}</Suspense>
        <button type="button" className={styles.item} onClick={() => void leave()}>
          <IconLogout size={16} stroke={1.7} aria-hidden="true" />
          {t('logout', { ns: 'shell' })}
        </button>
      </div>
      {password !== 'never' && (
        <Suspense>
          <PasswordDialog opened={password === 'open'} onClose={() => setPassword('closed')} />
        </Suspense>
      )}
    </div>
  );
}
