import { useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useSettings } from '../../context/settings/settings-store.ts';
import { loadPointer, usePointing } from '../../modules/first-steps/frame.ts';
import { useLeaveQuestion } from '../tabs/leave-question.ts';
import { TabStrip } from '../tabs/tab-strip.tsx';
import styles from './layout.module.css';
import { Navbar } from './navbar.tsx';
import { Sidebar } from './sidebar.tsx';
import { MOBILE_WIDTH_PX, PHONE_WIDTH_PX, setDrawer, useSidebar } from './sidebar-state.ts';

const RightPanel = lazy(async () => ({
  default: (await import('../settings/right-panel.tsx')).RightPanel,
}));
const BottomBar = lazy(() => import('./bottom-bar.tsx'));
const Pointer = lazy(loadPointer);
const LeaveDialog = lazy(async () => ({ default: (await import('../tabs/leave-dialog.tsx')).LeaveDialog }));

/** Sidebar, navbar and the main area of every page. */
export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const { opened, drawer, animated } = useSidebar();
  const { tagsView, fixedHeader, showSettings } = useSettings();
  const mobile =
    useMediaQuery(`(max-width: ${MOBILE_WIDTH_PX - 0.02}px)`, undefined, {
      getInitialValueInEffect: false,
    }) ?? false;
  const phone = useMediaQuery(`(max-width: ${PHONE_WIDTH_PX - 0.02}px)`, undefined, {
    getInitialValueInEffect: false,
  });
  const { pathname } = useLocation();
  // Stays mounted after the first question, for its closing animation.
  const asking = useLeaveQuestion((state) => state.question !== null);
  const [mounted, setMounted] = useState(asking);
  if (asking && !mounted) setMounted(true);
  const pointing = usePointing((state) => state.at !== null);
  const menuButton = useRef<HTMLButtonElement>(null);
  const shownDrawer = mobile && drawer;

  // Closes the drawer after navigation, and when the screen becomes wide.
  useEffect(() => setDrawer(false), [pathname, mobile]);
  useEffect(() => {
    if (!shownDrawer) return;
    const button =
      document.activeElement instanceof HTMLElement && document.activeElement !== document.body
        ? document.activeElement
        : menuButton.current;
    document.querySelector<HTMLElement>('#menu li a, #menu li button')?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDrawer(false);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      const { activeElement } = document;
      if (activeElement === document.body || document.getElementById('menu')?.contains(activeElement))
        button?.focus();
    };
  }, [shownDrawer]);

  return (
    <div
      className={styles.layout}
      data-collapsed={(!mobile && !opened) || undefined}
      data-animated={animated || undefined}
    >
      <a href="#main" className={styles.skip}>
        {t('skip')}
      </a>
      {shownDrawer && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape and the menu button close it too
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <div className={styles.overlay} onClick={() => setDrawer(false)} />
      )}
      <div className={styles.aside} data-open={shownDrawer || undefined} inert={mobile && !drawer}>
        <Sidebar collapsed={!mobile && !opened} />
      </div>
      <div className={styles.page} inert={shownDrawer}>
        <div className={styles.head} data-fixed={fixedHeader || undefined}>
          <Navbar mobile={mobile} menuButton={menuButton} />
          {tagsView && <TabStrip />}
        </div>
        <main id="main" tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
      <Suspense>{phone && <BottomBar />}</Suspense>
      <Suspense>{showSettings && <RightPanel />}</Suspense>
      <Suspense>{mounted && <LeaveDialog />}</Suspense>
      <Suspense>{pointing && <Pointer />}</Suspense>
    </div>
  );
}
