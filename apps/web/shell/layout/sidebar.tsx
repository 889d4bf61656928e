import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { roleOf, useSession } from '../../api/session.ts';
import { siteMap } from '../../routes.tsx';
import { LogoMark } from '../logo.tsx';
import { trailOf } from '../match-path.ts';
import { type MenuItem, menuOf } from '../menu.ts';
import { useSetupInfo } from '../setup-info.ts';
import styles from './sidebar.module.css';

/** The side menu: what the role may see, one group open at a time; icons with fly-outs when collapsed. */
export function Sidebar({ collapsed }: { collapsed: boolean }) {
  const { t } = useTranslation(['routes', 'shell', 'common']);
  const { pathname } = useLocation();
  const roleId = useSession((state) => roleOf(state.login));
  const systemType = useSetupInfo((state) => state.system_type);
  const items = menuOf(siteMap, roleId);
  const page = trailOf(siteMap, pathname).at(-1);
  const active = page?.activeMenu ?? page?.path ?? pathname;
  const activeGroup = items.find((item) => item.children.some((child) => child.meta.path === active))?.meta
    .path;
  const [open, setOpen] = useState(activeGroup);
  useEffect(() => setOpen(activeGroup), [activeGroup]);

  return (
    <div className={styles.sidebar} data-collapsed={collapsed || undefined}>
      <Link to="/" className={styles.logo} aria-label={t('productName', { ns: 'common' })}>
        <LogoMark systemType={systemType} />
        <span className={styles.product}>{t('productName', { ns: 'common' })}</span>
      </Link>
      <nav id="menu" className={styles.nav} aria-label={t('menu', { ns: 'shell' })}>
        <ul className={styles.list}>
          {items.map((item) => (
            <li key={item.meta.path}>
              {item.children.length === 0 ? (
                <Leaf item={item} active={active === item.meta.path} collapsed={collapsed} />
              ) : collapsed ? (
                <FlyOut item={item} active={active} />
              ) : (
                <Group
                  item={item}
                  active={active}
                  open={open === item.meta.path}
                  onToggle={() => setOpen(open === item.meta.path ? undefined : item.meta.path)}
                />
              )}
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

interface LeafProps {
  item: MenuItem;
  active: boolean;
  collapsed?: boolean;
  inset?: boolean;
}

function Leaf({ item: { meta }, active, collapsed, inset }: LeafProps) {
  const { t } = useTranslation('routes');
  const title = t(meta.title ?? '');
  const Icon = meta.icon;
  return (
    <Link
      to={meta.path}
      className={styles.item}
      data-inset={inset || undefined}
      aria-current={active ? 'page' : undefined}
      aria-label={collapsed ? title : undefined}
      title={collapsed ? title : undefined}
    >
      {Icon && (
        <span className={styles.icon} aria-hidden="true">
          <Icon size={20} stroke={1.6} />
        </span>
      )}
      <span className={styles.label}>{title}</span>
    </Link>
  );
}

interface GroupProps {
  item: MenuItem;
  active: string;
  open: boolean;
  onToggle: () => void;
}

function Group({ item, active, open, onToggle }: GroupProps) {
  const { t } = useTranslation('routes');
  const Icon = item.meta.icon;
  const id = `menu${item.meta.path.replaceAll('/', '-')}`;
  return (
    <>
      <button
        type="button"
        className={styles.item}
        aria-expanded={open}
        aria-controls={id}
        data-within={item.children.some((child) => child.meta.path === active) || undefined}
        onClick={onToggle}
      >
        {Icon && (
          <span className={styles.icon} aria-hidden="true">
            <Icon size={20} stroke={1.6} />
          </span>
        )}
        <span className={styles.label}>{t(item.meta.title ?? '')}</span>
        <IconChevronDown size={16} stroke={1.8} className={styles.chevron} aria-hidden="true" />
      </button>
      <div id={id} className={styles.group} data-open={open || undefined} inert={!open}>
        <ul className={styles.list}>
          {item.children.map((child) => (
            <li key={child.meta.path}>
              <Leaf item={child} active={active === child.meta.path} inset />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function FlyOut({ item, active }: { item: MenuItem; active: string }) {
  const { t } = useTranslation('routes');
  const Icon = item.meta.icon;
  const title = t(item.meta.title ?? '');
  return (
    <Menu position="right-start" offset={8} width={220} trigger="click-hover" shadow="md">
      <Menu.Target>
        <button
          type="button"
          className={styles.item}
          aria-label={title}
          data-within={item.children.some((child) => child.meta.path === active) || undefined}
        >
          {Icon && (
            <span className={styles.icon} aria-hidden="true">
              <Icon size={20} stroke={1.6} />
            </span>
          )}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{title}</Menu.Label>
        {item.children.map((child) => (
          <Menu.Item
            key={child.meta.path}
            component={Link}
            to={child.meta.path}
            aria-current={active === child.meta.path ? 'page' : undefined}
          >
            {t(child.meta.title ?? '')}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
