import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { tabFromUrl } from '../address/tab-url.ts';
import styles from './page-tabs.module.css';

interface PageTabs<Id extends string> {
  /** The selected tab. */
  tab: Id;
  strip: ReactNode;
  /** For the element that shows the tab's content. */
  panelProps: { id: string; role: 'tabpanel'; 'aria-labelledby': string; className: string | undefined };
}

/**
 * The tabs of a record's page, selected by the URL. The first one is the default, also for an unknown tab. Keys as in
 * the ARIA pattern.
 * @param label Accessible name of the tab list
 */
export function usePageTabs<Id extends string>(
  tabs: readonly { id: Id; title: string }[],
  label: string,
): PageTabs<Id> {
  const [params, setParams] = useSearchParams();
  const id = useId();
  const tab = tabFromUrl(
    params,
    tabs.map((each) => each.id),
  );

  // On a narrow screen the tab list scrolls; keep the selected tab visible.
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    const active = element?.querySelector<HTMLElement>(`[data-tab="${tab}"]`);
    if (!element || !active) return;
    const watch = new ResizeObserver(() => {
      element.scrollLeft = active.offsetLeft - 24;
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [tab]);

  const open = (next: Id) => {
    const changed = new URLSearchParams(params);
    if (next === tabs[0]!.id) changed.delete('tab');
    else changed.set('tab', next);
    setParams(changed, { replace: true, preventScrollReset: true });
  };
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    // Starts from the focused tab: a second key press may come before the URL has changed.
    const focused = (event.target as HTMLElement).dataset.tab ?? tab;
    const at = tabs.findIndex((each) => each.id === focused);
    const moves: Record<string, number> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const target = tabs[moves[event.key] ?? -1];
    if (!target) return;
    event.preventDefault();
    open(target.id);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${target.id}"]`)?.focus();
  };

  const strip = (
    <div ref={box} className={styles.tabs} role="tablist" aria-label={label} onKeyDown={onKey}>
      {tabs.map((each) => (
        <button
          key={each.id}
          type="button"
          role="tab"
          id={`${id}-${each.id}`}
          data-tab={each.id}
          aria-selected={tab === each.id}
          aria-controls={`${id}-panel`}
          tabIndex={tab === each.id ? 0 : -1}
          className={styles.tab}
          onClick={() => open(each.id)}
        >
          {each.title}
        </button>
      ))}
    </div>
  );
  const panelProps = {
    id: `${id}-panel`,
    role: 'tabpanel',
    'aria-labelledby': `${id}-${tab}`,
    className: styles.panel,
  } as const;
  return { tab, strip, panelProps };
}
