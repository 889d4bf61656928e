import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, Outlet, ScrollRestoration, useLocation, useMatches, useNavigate } from 'react-router';
import { type EndReason, listenToOtherTabs, onSessionEnd, sessionEnding } from '../api/session.ts';
import { onTooManyStreams } from '../api/too-many-streams.ts';
import { useBrand } from '../context/brand.ts';
import { loginPath } from '../context/redirect.ts';
import type { RouteMeta } from '../context/route-meta.ts';
import { useSettings } from '../context/settings/settings-store.ts';
import { useRouteTitle } from '../context/use-route-title.ts';
import { toast } from '../ui/toast/toast.ts';
import { Toasts } from '../ui/toast/toasts.tsx';
import { OfflineBanner } from './offline/offline-banner.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { lastFocus } from './tabs/tab-focus.ts';
import { pageKeyOf, useTabs } from './tabs/tabs-store.ts';

/** Surrounds every page: title, progress, messages, the end of a session. */
export function RootLayout() {
  useDocumentTitle();
  useFocusOnNavigation();
  useSessionEnd();
  return (
    <>
      <ProgressBar />
      <OfflineBanner />
      <Outlet />
      <Toasts />
      <ScrollRestoration getKey={scrollKeyOf} />
    </>
  );
}

/** Each tab has its own scroll position; pages outside the layout have one per history entry. */
function scrollKeyOf({ pathname, key }: Location): string {
  return useTabs.getState().tabs.some((tab) => tab.path === pathname) ? pageKeyOf(pathname) : key;
}

/** '<title> - Energy Storage Monitoring System' (interpretation B03), or a brand's name; a page's own name wins. */
function useDocumentTitle() {
  const { t } = useTranslation('common');
  const titleOf = useRouteTitle();
  const { pathname } = useLocation();
  const text = useTabs((state) => state.tabs.find((tab) => tab.path === pathname)?.text);
  const handles = useMatches().map((match) => match.handle as RouteMeta | undefined);
  const meta = handles.findLast((each) => each?.title ?? each?.words);
  const title = useSettings((state) => state.title);
  const site = useBrand(({ brand }) => brand?.name) ?? t(title);
  const name = text ?? titleOf(meta);
  const shown = name ? `${name} - ${site}` : site;
  useEffect(() => {
    document.title = shown;
  }, [shown]);
}

/** The heading of the visible page; those of the other tabs are in the document too. */
function shownTitle(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[data-page-title]')].find((each) =>
    each.checkVisibility(),
  );
}

/**
 * After a navigation the focus moves to the new page's heading, where a screen reader continues reading; in a page that
 * was only hidden, to the element that had it before.
 */
function useFocusOnNavigation() {
  const { pathname } = useLocation();
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    if (pathname === '/login') return;
    let frames = 0;
    let request = 0;
    const before = document.activeElement;
    const look = () => {
      // If the user has moved on meanwhile, with keyboard or mouse, the focus stays.
      const { activeElement } = document;
      if (activeElement !== before && activeElement !== document.body) return;
      // It also stays in a dialog opened before the page was shown; one that fades out is inert and cannot keep it.
      if (activeElement?.closest('[role="dialog"]:not([inert])')) return;
      const target = lastFocus(pageKeyOf(pathname)) ?? shownTitle();
      if (target) target.focus({ preventScroll: true });
      else if (frames++ < 60) request = requestAnimationFrame(look);
      else document.getElementById('main')?.focus({ preventScroll: true });
    };
    request = requestAnimationFrame(look);
    return () => cancelAnimationFrame(request);
  }, [pathname]);
}

/** When the session ends (log-out here or in another tab, or expiry), opens the login page, which returns here. */
function useSessionEnd() {
  const navigate = useNavigate();
  const location = useLocation();
  const here = useRef('/');
  useEffect(() => {
    here.current = location.pathname + location.search;
  }, [location]);
  useEffect(() => {
    const stopListening = listenToOtherTabs();
    const announce = (reason: EndReason) => {
      if (reason === 'expired') toast.warning({ ns: 'errors', key: 'sessionEnded' });
      if (reason === 'revoked') toast.warning({ ns: 'errors', key: 'sessionRevoked' });
      if (reason === 'displaced') toast.warning({ ns: 'errors', key: 'sessionDisplaced' });
      if (reason === 'passwordChanged') toast.warning({ ns: 'errors', key: 'passwordChanged' });
      if (reason === 'elsewhere') toast.info({ ns: 'errors', key: 'signedOutElsewhere' });
      // The guard that denied a page redirects to the login page on its own.
      if (reason !== 'denied') navigate(loginPath(here.current), { replace: reason !== 'logout' });
    };
    const stop = onSessionEnd(announce);
    const stopWatching = onTooManyStreams(() => toast.warning({ ns: 'errors', key: 'tooManyStreams' }));
    const before = sessionEnding();
    if (before) announce(before);
    return () => {
      stop();
      stopWatching();
      stopListening();
    };
  }, [navigate]);
}
