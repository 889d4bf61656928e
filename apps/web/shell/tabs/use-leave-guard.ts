import { useEffect, useRef } from 'react';
import { type Location, useBlocker } from 'react-router';
import { useSession } from '../../api/session.ts';
import { useSettings } from '../../context/settings/settings-store.ts';
import { topmostLayer } from '../../ui/dialog/close-guard.ts';
import { mayLeave, unsavedOn } from './leave-question.ts';
import { metaOf } from './tab-list.ts';
import { pageKeyOf, siteOf, useTabs } from './tabs-store.ts';

/** The pages that a navigation from one path to another would drop: null for all of them. */
function droppedBy(from: string, to: string): readonly string[] | null {
  const state = useTabs.getState();
  const site = siteOf(state);
  // Leaving the layout drops all pages.
  if (to !== '/' && !metaOf(site, to)?.page) return null;
  const kept = useSettings.getState().tagsView && !metaOf(site, from)?.noCache;
  return kept ? [] : [pageKeyOf(from, state.versions)];
}

/**
 * On phones and tablets Back closes a dialog and stays on the page, elsewhere only one with unsaved input, which asks
 * first; another one stays open in its tab. Asks the
 * user before a navigation drops a page with unsaved changes; switching tabs keeps it and needs no question.
 */
export function useLeaveGuard(): void {
  /** Where Back led when it closed a dialog. Another navigation may follow before the blocker has been reset. */
  const closedAt = useRef<Location>(null);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const { pathname: from } = currentLocation;
    const { pathname: to } = nextLocation;
    const layer = historyAction === 'POP' ? topmostLayer() : undefined;
    if (layer && (navigator.maxTouchPoints > 0 || layer.isDirty())) {
      closedAt.current = nextLocation;
      // Closing may replace the address, which must wait until the router has returned to it.
      addEventListener('popstate', layer.close, { once: true });
      return true;
    }
    // Closing or refreshing a tab has its own confirmation; an ended session cannot save anything.
    if (from === to || to.startsWith('/redirect/') || !useSession.getState().login) return false;
    if (useTabs.getState().closing.includes(from)) return false;
    return unsavedOn(droppedBy(from, to)).length > 0;
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (blocker.location === closedAt.current) return blocker.reset();
    void mayLeave(droppedBy(window.location.pathname, blocker.location.pathname)).then((leave) =>
      leave ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker]);
}
