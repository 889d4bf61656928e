import { type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query';
import {
  Activity,
  type FocusEvent,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  type Location,
  UNSAFE_LocationContext as LocationContext,
  NavigationType,
  useLocation,
  useNavigate,
  useOutlet,
} from 'react-router';
import { homeOf } from '../../context/menu.ts';
import { useSettings } from '../../context/settings/settings-store.ts';
import { FinishTab, TabTitle } from '../../context/tab-context.ts';
import { framedFirstSteps, loadFirstSteps } from '../../modules/first-steps/frame.ts';
import { PageKey, SkeletonPage, UnderHeader, unsavedForms } from '../../ui/index.ts';
import { type KeptPage, retainPages } from './kept-pages.ts';
import { forgetFocus, noteFocus } from './tab-focus.ts';
import { panelId, tabId } from './tab-ids.ts';
import { isAffix, metaOf } from './tab-list.ts';
import { arrive, close, pageKeyOf, setTabText, siteOf, useTabs } from './tabs-store.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

const FirstSteps = lazy(async () => ({ default: (await loadFirstSteps()).FirstSteps }));
const firstSteps = (
  <Suspense>
    <FirstSteps />
  </Suspense>
);

/** Pages kept in memory besides the affix tabs and those with unsaved changes. */
export const KEPT_PAGES = 12;

/**
 * The page of the current location, and behind it, hidden, the pages of the other tabs: they keep their input and
 * state, and cost nothing, because React unmounts their effects, and with them streams, timers and queries
 * (decision record 8).
 */
export function TabHost() {
  const location = useLocation();
  const outlet = useOutlet();
  const versions = useTabs((state) => state.versions);
  const tabs = useTabs((state) => state.tabs);
  const who = useTabs((state) => state.who);
  const tagsView = useSettings((state) => state.tagsView);
  const [pages, setPages] = useState<readonly KeptPage[]>([]);
  const path = location.pathname;
  const shown = pageKeyOf(path, versions);

  const site = siteOf({ who });
  const stepsAt = framedFirstSteps(homeOf(site.siteMap, who));
  const metaAt = (each: string) => metaOf(site, each);
  const next = retainPages(
    pages,
    { key: shown, path, location, outlet },
    {
      limit: KEPT_PAGES,
      mayKeep: (page) =>
        tagsView &&
        page.key === pageKeyOf(page.path, versions) &&
        tabs.some((tab) => tab.path === page.path) &&
        !metaAt(page.path)?.noCache,
      exempt: (page) => isAffix(metaAt(page.path), who.roleId) || unsavedForms(page.key).length > 0,
    },
  );
  if (next !== pages) setPages(next);

  useLayoutEffect(() => arrive(path, location.search + location.hash), [path, location]);
  useLayoutEffect(() => forgetFocus((key) => next.some((page) => page.key === key)), [next]);
  usePinnedQueries(next, shown);
  useLeaveGuard();

  return next.map((page) => (
    <TabPanel
      key={page.key}
      page={page}
      shown={page.key === shown}
      inStrip={tagsView}
      hasSteps={page.path === stepsAt}
    />
  ));
}

interface TabPanelProps {
  page: KeptPage;
  shown: boolean;
  inStrip: boolean;
  /** Whether the account's first steps are shown below the page's heading. */
  hasSteps: boolean;
}

const TabPanel = memo(function TabPanel({ page, shown, inStrip, hasSteps }: TabPanelProps) {
  const { key, path, location, outlet } = page;
  const setTitle = useCallback((text: string) => setTabText(path, text), [path]);
  const navigate = useNavigate();
  const latest = useRef(navigate);
  latest.current = navigate;
  const finish = useCallback(
    (to: string) =>
      close({ paths: [path], to }, (address) => void latest.current(address, { replace: true })),
    [path],
  );
  const strip = inStrip ? { role: 'tabpanel', id: panelId(path), 'aria-labelledby': tabId(path) } : {};
  return (
    <Activity mode={shown ? 'visible' : 'hidden'}>
      {/* React bubbles focus events of the page's dialogs to here as well. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only records the focus */}
      <div {...strip} onFocus={(event: FocusEvent<HTMLElement>) => noteFocus(key, event.target)}>
        <PageKey value={key}>
          <TabTitle value={setTitle}>
            <FinishTab value={finish}>
              <OwnAddress location={location} shown={shown}>
                <UnderHeader value={hasSteps ? firstSteps : null}>
                  <Suspense fallback={<SkeletonPage />}>{outlet}</Suspense>
                </UnderHeader>
              </OwnAddress>
            </FinishTab>
          </TabTitle>
        </PageKey>
      </div>
    </Activity>
  );
});

/**
 * Provides a page with the location of its own last visit instead of the current one, and blocks its navigation while it
 * is hidden: a late response must not navigate the user away.
 */
function OwnAddress({
  location,
  shown,
  children,
}: {
  location: Location;
  shown: boolean;
  children: ReactNode;
}) {
  const own = useMemo(() => ({ location, navigationType: NavigationType.Push }), [location]);
  const data = useContext(DataRouterContext);
  const hidden = useRef(!shown);
  useLayoutEffect(() => {
    hidden.current = !shown;
    return () => {
      hidden.current = true;
    };
  }, [shown]);
  const quiet = useMemo(() => {
    if (!data) return data;
    const navigate = (...args: Parameters<typeof data.router.navigate>) =>
      hidden.current ? Promise.resolve() : data.router.navigate(...args);
    return { ...data, router: Object.create(data.router, { navigate: { value: navigate } }) };
  }, [data]);
  return (
    <DataRouterContext value={quiet}>
      <LocationContext value={own}>{children}</LocationContext>
    </DataRouterContext>
  );
}

/**
 * Pins the active queries in the cache without refetching them: a page that returns after an hour in the background
 * must find its data, or it would start over and lose typed input. Returns the function that unpins them.
 */
function pinQueries(client: QueryClient): () => void {
  const releases = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .map((query) =>
      new QueryObserver(client, { queryKey: query.queryKey, enabled: false, gcTime: query.gcTime }).subscribe(
        () => {},
      ),
    );
  return () => {
    for (const release of releases) release();
  };
}

/** Pins the data of hidden pages in the query cache until the page is shown again or dropped. */
function usePinnedQueries(pages: readonly KeptPage[], shown: string): void {
  const client = useQueryClient();
  const pins = useRef(new Map<string, () => void>());
  const before = useRef<string>(undefined);
  useLayoutEffect(() => {
    const pinned = pins.current;
    const former = before.current;
    before.current = shown;
    const isKept = (key: string) => pages.some((page) => page.key === key);
    // The hidden page's effects are unmounted after this one: its queries are still active.
    if (former && former !== shown && isKept(former)) pinned.set(former, pinQueries(client));
    for (const [key, release] of pinned) {
      if (key !== shown && isKept(key)) continue;
      pinned.delete(key);
      // Unpinned only after a returning page has subscribed again. A dropped one, such as a form that has closed its
      // tab, must find nothing when it is opened again.
      if (key === shown) setTimeout(release, 1000);
      else release();
    }
  }, [client, pages, shown]);
  useLayoutEffect(() => {
    const pinned = pins.current;
    return () => {
      for (const release of pinned.values()) release();
      pinned.clear();
    };
  }, []);
}
