import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './tab-strip.module.css';
import type { TabActions } from './use-tab-actions.ts';

export interface TabMenuPlace {
  path: string;
  /** Position of the menu, px in the window; shifted left at the edge. */
  x: number;
  y: number;
  /** The element that gets the focus afterwards. */
  opener: HTMLElement;
}

/** Minimum width of the menu, px (specification section 9). */
const MENU_MIN_WIDTH_PX = 105;

/** Refresh, Close, Close others, Close all. An affix tab cannot be closed. */
export function TabMenu({
  place,
  actions,
  onClose,
}: {
  place: TabMenuPlace;
  actions: TabActions;
  onClose: () => void;
}) {
  const { t } = useTranslation('tabs');
  const menu = useRef<HTMLDivElement>(null);
  const { path, x, y, opener } = place;

  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    const width = Math.max(element.offsetWidth, MENU_MIN_WIDTH_PX);
    const height = element.offsetHeight;
    element.style.left = `${Math.max(4, Math.min(x, window.innerWidth - width - 4))}px`;
    element.style.top = `${Math.max(4, Math.min(y, window.innerHeight - height - 4))}px`;
    element.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true });
  }, [x, y]);
  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      if (!menu.current?.contains(event.target as Node) && !opener.contains(event.target as Node)) onClose();
    };
    document.addEventListener('pointerdown', onPress);
    window.addEventListener('resize', onClose);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      window.removeEventListener('resize', onClose);
    };
  }, [onClose, opener]);

  const leave = () => {
    onClose();
    if (opener.isConnected) opener.focus({ preventScroll: true });
  };
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const moves: Record<string, number> = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: (at - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    const target = moves[event.key];
    if (target !== undefined) {
      event.preventDefault();
      items[target]?.focus();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      leave();
    }
  };
  const item = (name: string, act: () => unknown) => (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={styles.item}
      onClick={() => {
        leave();
        void act();
      }}
    >
      {name}
    </button>
  );

  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={t('menu')}
      className={styles.menu}
      onKeyDown={onKey}
      onContextMenu={(event) => event.preventDefault()}
    >
      {item(t('refresh'), () => actions.refresh(path))}
      {actions.closable(path) && item(t('close'), () => actions.close(path))}
      {item(t('closeOthers'), () => actions.closeOthers(path))}
      {item(t('closeAll'), () => actions.closeAll(path))}
    </div>
  );
}
