import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useProductName } from '../../context/brand.ts';
import { mapOf } from '../../context/family.ts';
import { useFamily } from '../../context/family-state.ts';
import { trailOf } from '../../context/match-path.ts';
import { homeOf, isExternal, type MenuItem, menuOf } from '../../context/menu.ts';
import { useWho } from '../../context/rights.ts';
import { useSettings } from '../../context/settings/settings-store.ts';
import { siteMap } from '../../context/site-map.ts';
import { useRouteTitle } from '../../context/use-route-title.ts';
import { useDisclosure } from '../../ui/dialog/use-disclosure.ts';
import { BrandMark } from '../../ui/logo.tsx';
import { menuItemOf } from '../breadcrumb.ts';
import { FamilySwitch } from './family-switch.tsx';
import styles from './sidebar.module.css';

/** The side menu: the role's pages, one group open at a time; icons with fly-outs when collapsed. */
export function Sidebar({ collapsed }: { collapsed: boolean }) {
  const { t } = useTranslation(['shell', 'common']);
  const { pathname } = useLocation();
  const who = useWho();
  const sidebarLogo = useSettings((state) => state.sidebarLogo);
  const product = useProductName();
  const family = useFamily((state) => state.family);
  const items = menuOf(mapOf(siteMap(), family), who);
  const page = trailOf(siteMap(), pathname).at(-1);
  const active = (page && menuItemOf(siteMap(), page, who)) ?? page?.path ?? pathname;
  const activeGroup = items.find((item) => item.children.some((child) => child.meta.path === active))?.meta
    .path;
  // A group that the user opened or closed stays so until the page changes.
  const [toggled, setToggled] = useState<{ on: string; group: string | undefined }>();
  const isToggled = toggled?.on === pathname;
  const open = isToggled ? toggled.group : activeGroup;

  return (
    <nav id="menu" className={styles.sidebar} data-collapsed={collapsed || undefined} aria-label={t('menu')}>
      {sidebarLogo && (
        <Link to={homeOf(mapOf(siteMap(), family), who) ?? '/'} className={styles.logo} aria-label={product}>
          <BrandMark {...(collapsed ? { wide: 30 } : {})} />
          <span className={styles.product}>{product}</span>
        </Link>
      )}
      <FamilySwitch family={family} collapsed={collapsed} />
      <div className={styles.nav} data-animated={isToggled || undefined}>
        <ul className={styles.list}>
          {items.map((item, index) => (
            <li key={item.meta.path}>
              {item.meta.section && item.meta.section !== items[index - 1]?.meta.section && (
                <div className={styles.section} data-section={item.meta.section}>
                  <span>{t(`section.${item.meta.section}`)}</span>
                </div>
              )}
              {item.children.length === 0 ? (
                <Leaf item={item} active={active === item.meta.path} collapsed={collapsed} />
              ) : collapsed ? (
                <FlyOut item={item} active={active} />
              ) : (
                <Group
                  item={item}
                  active={active}
                  open={open === item.meta.path}
                  onToggle={() =>
                    setToggled({ on: pathname, group: open === item.meta.path ? undefined : item.meta.path })
                  }
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
  const titleOf = useRouteTitle();
  const title = titleOf(meta);
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
          <Icon size={inset ? 16 : 20} stroke={1.6} />
        </span>
      )}
      <span className={styles.label}>{title}</span>
    </>
  );
  if (meta.wide || isExternal(meta.path))
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
  const titleOf = useRouteTitle();
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
        <span className={styles.label}>{titleOf(item.meta)}</span>
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
  const titleOf = useRouteTitle();
  const { open, setOpen, root } = useDisclosure<HTMLDivElement>();
  const Icon = item.meta.icon;
  const title = titleOf(item.meta);
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
                {titleOf(child.meta)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
