import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { roleOf, useSession } from '../../api/session.ts';
import { siteMap } from '../../routes.tsx';
import { LogoMark } from '../logo.tsx';
import { trailOf } from '../match-path.ts';
import { isExternal, type MenuItem, menuOf } from '../menu.ts';
import { useSettings } from '../settings/settings-store.ts';
import styles from './sidebar.module.css';
import { useDisclosure } from './use-disclosure.ts';

/** The side menu: what the role may see, one group open at a time; icons with fly-outs when collapsed. */
export function Sidebar({ collapsed }: { collapsed: boolean }) {
  const { t } = useTranslation(['routes', 'shell', 'common']);
  const { pathname } = useLocation();
  const roleId = useSession((state) => roleOf(state.login));
  const { systemType, sidebarLogo } = useSettings();
  const items = menuOf(siteMap, roleId);
  const page = trailOf(siteMap, pathname).at(-1);
  const active = page?.activeMenu ?? page?.path ?? pathname;
  const activeGroup = items.find((item) => item.children.some((child) => child.meta.path === active))?.meta
    .path;
  const [open, setOpen] = useState(activeGroup);
  useEffect(() => setOpen(activeGroup), [activeGroup]);

  return (
    <nav
      id="menu"
      className={styles.sidebar}
      data-collapsed={collapsed || undefined}
      aria-label={t('menu', { ns: 'shell' })}
    >
      {sidebarLogo && (
        <Link to="/" className={styles.logo} aria-label={t('productName', { ns: 'common' })}>
          <LogoMark systemType={systemType} />
          <span className={styles.product}>{t('productName', { ns: 'common' })}</span>
        </Link>
      )}
      <div className={styles.nav}>
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
      </div>
    </nav>
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
  const common = {
    className: styles.item,
    'data-inset': inset || undefined,
    'aria-label': collapsed ? title : undefined,
    title: collapsed ? title : undefined,
  };
  const content = (
    <>
      {Icon && (
        <span className={styles.icon} aria-hidden="true">
          <Icon size={20} stroke={1.6} />
        </span>
      )}
      <span className={styles.label}>{title}</span>
    </>
  );
  if (isExternal(meta.path))
    return (
      <a {...common} href={meta.path} target="_blank" rel="noopener">
        {content}
      </a>
    );
  return (
    <Link {...common} to={meta.path} aria-current={active ? 'page' : undefined}>
      {content}
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
  const { open, setOpen, root } = useDisclosure<HTMLDivElement>();
  const Icon = item.meta.icon;
  const title = t(item.meta.title ?? '');
  const id = `flyout${item.meta.path.replaceAll('/', '-')}`;
  const top = open ? root.current?.getBoundingClientRect().top : undefined;
  return (
    <div ref={root}>
      <button
        type="button"
        className={styles.item}
        aria-label={title}
        title={open ? undefined : title}
        aria-expanded={open}
        aria-controls={id}
        data-within={item.children.some((child) => child.meta.path === active) || undefined}
        onClick={() => setOpen(!open)}
      >
        {Icon && (
          <span className={styles.icon} aria-hidden="true">
            <Icon size={20} stroke={1.6} />
          </span>
        )}
      </button>
      <div id={id} className={styles.flyout} style={{ top }} hidden={!open}>
        <p className={styles.flyoutTitle}>{title}</p>
        <ul className={styles.list}>
          {item.children.map((child) => (
            <li key={child.meta.path}>
              <Link
                to={child.meta.path}
                className={styles.item}
                aria-current={active === child.meta.path ? 'page' : undefined}
                onClick={() => setOpen(false)}
              >
                {t(child.meta.title ?? '')}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
