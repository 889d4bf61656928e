import { IconChevronDown, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useRouteTitle } from '../../context/use-route-title.ts';
import { useHasUnsaved } from '../../ui/index.ts';
import { scrollTarget, wheelStep } from './strip-scroll.ts';
import { panelId, tabId } from './tab-ids.ts';
import { metaOf, type Tab } from './tab-list.ts';
import { TabMenu, type TabMenuPlace } from './tab-menu.tsx';
import styles from './tab-strip.module.css';
import { pageKeyOf, siteOf, useTabs } from './tabs-store.ts';
import { useTabActions } from './use-tab-actions.ts';

/** The strip of visited pages. */
export function TabStrip() {
  const { t } = useTranslation('tabs');
  const { pathname: active } = useLocation();
  const all = useTabs((state) => state.tabs);
  const closing = useTabs((state) => state.closing);
  const tabs = all.filter((tab) => !closing.includes(tab.path));
  const actions = useTabActions();
  const [menu, setMenu] = useState<TabMenuPlace | null>(null);
  // The tab reached by the arrow keys; the Tab key enters the strip at the active one.
  const [reached, setReached] = useState<string | null>(null);
  const strip = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  useWheel(strip, () => setMenu(null));
  useMoveToTab(strip, active, tabs.length);

  const inOrder = tabs.map((tab) => tab.path);
  const entry =
    reached && inOrder.includes(reached) ? reached : inOrder.includes(active) ? active : inOrder[0];
  const focusTab = (path: string | undefined) => {
    if (path) document.getElementById(tabId(path))?.focus();
  };
  const onKey = (event: KeyboardEvent<HTMLElement>, path: string) => {
    const at = inOrder.indexOf(path);
    const moves: Record<string, number> = {
      ArrowRight: (at + 1) % inOrder.length,
      ArrowLeft: (at - 1 + inOrder.length) % inOrder.length,
      Home: 0,
      End: inOrder.length - 1,
    };
    const target = moves[event.key];
    if (target !== undefined) {
      event.preventDefault();
      focusTab(inOrder[target]);
    } else if (event.key === 'Delete' && actions.closable(path)) {
      event.preventDefault();
      if (path !== active) focusTab(inOrder[at + 1] ?? inOrder[at - 1]);
      void actions.close(path);
    }
  };
  const openMenu = (event: MouseEvent<HTMLElement>, path: string) => {
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    // The keyboard's menu key has no pointer position: open below the tab.
    const byPointer = event.clientX !== 0 || event.clientY !== 0;
    setMenu({
      path,
      x: byPointer ? event.clientX + 15 : box.left,
      y: byPointer ? event.clientY : box.bottom,
      opener: event.currentTarget.querySelector<HTMLElement>('[role="tab"]') ?? event.currentTarget,
    });
  };

  return (
    <section className={styles.bar} aria-label={t('label')}>
      <div className={styles.strip} ref={strip} onScroll={() => setMenu(null)} data-tab-strip>
        {/* The close buttons are beside the tabs, as a tab list may contain only tabs. */}
        <div role="tablist" aria-label={t('label')} aria-owns={inOrder.map(tabId).join(' ')} />
        {tabs.map((tab) => (
          <TabView
            key={tab.path}
            tab={tab}
            active={tab.path === active}
            entry={tab.path === entry}
            closable={actions.closable(tab.path)}
            onOpen={() => actions.open(tab.path)}
            onClose={() => void actions.close(tab.path)}
            onKey={(event) => onKey(event, tab.path)}
            onMenu={(event) => openMenu(event, tab.path)}
            onReach={() => setReached(tab.path)}
            onLeave={() => setReached(null)}
          />
        ))}
      </div>
      <button
        ref={more}
        type="button"
        className={styles.more}
        aria-label={t('menu')}
        title={t('menu')}
        aria-haspopup="menu"
        aria-expanded={menu?.opener === more.current && menu !== null}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          setMenu(
            menu ? null : { path: active, x: box.right, y: box.bottom + 4, opener: event.currentTarget },
          );
        }}
      >
        <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />
      </button>
      {menu && <TabMenu place={menu} actions={actions} onClose={() => setMenu(null)} />}
    </section>
  );
}

interface TabViewProps {
  tab: Tab;
  active: boolean;
  entry: boolean;
  closable: boolean;
  onOpen: () => void;
  onClose: () => void;
  onKey: (event: KeyboardEvent<HTMLElement>) => void;
  onMenu: (event: MouseEvent<HTMLElement>) => void;
  onReach: () => void;
  onLeave: () => void;
}

function TabView({ tab, active, entry, closable, ...on }: TabViewProps) {
  const { t } = useTranslation('tabs');
  const title = useTabName(tab);
  const versions = useTabs((state) => state.versions);
  const unsaved = useHasUnsaved(pageKeyOf(tab.path, versions));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the pointer only; the tab and the menu have keys
    <div
      className={styles.tag}
      data-active={active || undefined}
      onContextMenu={on.onMenu}
      onMouseDown={(event) => {
        // The middle button closes instead of starting to scroll.
        if (event.button === 1) event.preventDefault();
      }}
      onAuxClick={(event) => {
        if (event.button === 1 && closable) on.onClose();
      }}
    >
      <button
        type="button"
        role="tab"
        id={tabId(tab.path)}
        className={styles.tab}
        aria-selected={active}
        aria-controls={active ? panelId(tab.path) : undefined}
        aria-keyshortcuts={closable ? 'Delete' : undefined}
        tabIndex={entry ? 0 : -1}
        title={title}
        onClick={on.onOpen}
        onKeyDown={on.onKey}
        onFocus={on.onReach}
        onBlur={on.onLeave}
      >
        {active && <span className={styles.dot} aria-hidden="true" />}
        <span className={styles.title}>{title}</span>
        {unsaved && (
          <span className={styles.unsaved}>
            <span className="visually-hidden">{t('unsaved')}</span>
          </span>
        )}
      </button>
      {closable && (
        <button
          type="button"
          className={styles.close}
          aria-label={t('closeNamed', { title })}
          tabIndex={-1}
          onClick={(event) => {
            event.stopPropagation();
            on.onClose();
          }}
        >
          <IconX size={13} stroke={2} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** The title of a tab: the page's own name, otherwise its route's title, otherwise 'no-name'. */
function useTabName(tab: Tab): string {
  const { t } = useTranslation('tabs');
  const titleOf = useRouteTitle();
  const who = useTabs((state) => state.who);
  return tab.text ?? titleOf(metaOf(siteOf({ who }), tab.path)) ?? t('noName');
}

/** Scrolls the strip sideways by the wheel. A native listener, because React's are passive. */
function useWheel(strip: { current: HTMLElement | null }, onScroll: () => void): void {
  const latest = useRef(onScroll);
  latest.current = onScroll;
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      // Ignored: zooming, a touch pad's own sideways movement, and a strip that fits.
      if (event.ctrlKey || event.metaKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      if (element.scrollWidth <= element.clientWidth) return;
      event.preventDefault();
      element.scrollLeft += wheelStep(event as WheelEvent & { wheelDelta?: number });
      latest.current();
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [strip]);
}

/** Scrolls the active tab into view, with its neighbours. */
function useMoveToTab(strip: { current: HTMLElement | null }, active: string, count: number): void {
  useEffect(() => {
    const element = strip.current;
    const tab = document.getElementById(tabId(active))?.parentElement;
    if (!element || !tab) return;
    const move = () => {
      const tags = [...element.querySelectorAll<HTMLElement>('[role="tab"]')].map(
        (each) => each.parentElement as HTMLElement,
      );
      element.scrollLeft = scrollTarget(
        tags.map((each) => ({ start: each.offsetLeft - element.offsetLeft, width: each.offsetWidth })),
        tags.indexOf(tab),
        {
          left: element.scrollLeft,
          width: element.clientWidth,
          max: element.scrollWidth - element.clientWidth,
        },
      );
    };
    // Also when it grows (the page of a row gets its name only when its data has loaded), and when the window gets narrower.
    const watch = new ResizeObserver(move);
    watch.observe(tab);
    watch.observe(element);
    return () => watch.disconnect();
  }, [strip, active, count]);
}
