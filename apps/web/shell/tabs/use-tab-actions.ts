import { useLocation, useNavigate } from 'react-router';
import { mayLeave } from './leave-question.ts';
import {
  addressOf,
  type Closing,
  closingAll,
  closingOne,
  closingOthers,
  isAffix,
  metaOf,
} from './tab-list.ts';
import { close, pageKeyOf, siteOf, useTabs } from './tabs-store.ts';

/** The actions of the strip and its menu on a tab. */
export function useTabActions() {
  const navigate = useNavigate();
  const { pathname: active } = useLocation();
  const go = (to: string) => void navigate(to);

  const leave = async (closing: Closing) => {
    const { versions } = useTabs.getState();
    if (await mayLeave(closing.paths.map((path) => pageKeyOf(path, versions)))) close(closing, go);
  };
  const state = () => {
    const now = useTabs.getState();
    return { tabs: now.tabs, site: siteOf(now) };
  };

  return {
    open: (path: string) => {
      const tab = state().tabs.find((each) => each.path === path);
      if (tab) go(addressOf(tab));
    },
    /** Whether the tab can be closed at all. */
    closable: (path: string) => {
      const { site } = state();
      return !isAffix(metaOf(site, path), site.who.roleId);
    },
    /** Reloads the page by navigating to `/redirect<fullPath>`; the other pages stay as they are. */
    refresh: async (path: string) => {
      const tab = state().tabs.find((each) => each.path === path);
      if (tab && (await mayLeave([pageKeyOf(path)])))
        void navigate(`/redirect${addressOf(tab)}`, { replace: path === active });
    },
    close: (path: string) => {
      const { tabs, site } = state();
      return leave(closingOne(tabs, site, path, active));
    },
    closeOthers: (path: string) => {
      const { tabs, site } = state();
      return leave(closingOthers(tabs, site, path, active));
    },
    closeAll: (path: string) => {
      const { tabs, site } = state();
      return leave(closingAll(tabs, site, path, active));
    },
  };
}

export type TabActions = ReturnType<typeof useTabActions>;
