import './mantine.ts';
// Every page imports the schemas of its calls: their library loads with the shell, not with the first page.
import '../zod-config.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { loadSelf } from '../api/load-self.ts';
import { useSession, waitForSignIn } from '../api/session.ts';
import { loadBrand } from '../context/brand.ts';
import { useColorScheme } from '../context/color-scheme.ts';
import { isLanguage, setLanguage } from '../context/i18n.ts';
import { trailOf } from '../context/match-path.ts';
import { MayOpen } from '../context/may-open.ts';
import { mayOpen } from '../context/menu.ts';
import { useWho } from '../context/rights.ts';
import { loadSetupInfo } from '../context/setup-info.ts';
import { guardedPages } from '../context/site-map.ts';
import type { Who } from '../context/who.ts';
import { loadPasswordDialogs } from '../modules/accounts/frame.ts';
import { deliver, isReceiving } from '../modules/codes/frame.ts';
import { DisplayZone, ErrorWords, SkeletonPage, unsavedForms } from '../ui/index.ts';
import { guardScans } from '../ui/keyboard/guard-scans.ts';
import { beginQueries, endQueriesAhead } from '../ui/query/query-client.ts';
import { useErrorWords } from '../ui/states/error-words.ts';
import { cssVariables, theme } from '../ui/theme/theme.ts';
import { toast } from '../ui/toast/toast.ts';
import { refreshRightsOnFocus } from './fresh-rights.ts';
import { Layout } from './layout/layout.tsx';
import { catchUp, noteFreshness } from './offline/freshness.ts';
import { NewVersion } from './offline/new-version.tsx';
import { openFromNotifications } from './offline/open-from-notification.ts';
import { startWorker } from './offline/worker.ts';
import { TabHost } from './tabs/tab-host.tsx';
import { openTabsOf } from './tabs/tabs-store.ts';

const PasswordDemand = lazy(async () => ({ default: (await loadPasswordDialogs()).PasswordDemand }));

waitForSignIn(() => unsavedForms().length > 0 || isReceiving());
const isWaiting = () => useSession.getState().waiting !== null;
/** A scan during the sign-in over a page goes to the page, which saves it afterwards. */
const keepScan = (text: string) => {
  if (isReceiving()) deliver(text);
};

/** The console: a tab strip of pages between sidebar and navbar. */
export function Shell() {
  return (
    <Foundation>
      <Layout>
        <TabHost />
      </Layout>
    </Foundation>
  );
}

/** A page that fills the window. */
export function WideShell() {
  return (
    <Foundation>
      <Suspense fallback={<SkeletonPage />}>
        <Outlet />
      </Suspense>
    </Foundation>
  );
}

/** The providers of all signed-in pages: component library, query cache, error texts. */
function Foundation({ children }: { children: ReactNode }) {
  const scheme = useColorScheme((state) => state.shown);
  // A new cache for each session, so that no account sees another one's data.
  const userId = useSession((state) => state.login?.user_id);
  const [queries] = useState(() => beginQueries(userId));
  const mustChangePassword = useSession((state) => state.login?.must_change_password);
  const waiting = useSession((state) => state.waiting !== null);
  const who = useWho();
  const language = useSession((state) => state.login?.language);
  const zone = useSession((state) => state.self?.time_zone ?? undefined);
  const errorWords = useErrorWords();
  const opens = useCallback((path: string) => mayOpen(guardedPages(), path, who), [who]);
  // Saves the account's settings for the next visit with this browser.
  useEffect(() => {
    if (isLanguage(language)) void setLanguage(language);
  }, [language]);
  useEffect(startWorker, []);
  useEffect(() => guardScans(isWaiting, keepScan), []);
  useEffect(refreshRightsOnFocus, []);
  useEffect(endQueriesAhead, []);
  useEffect(() => noteFreshness(queries), [queries]);
  useEffect(() => catchUp(queries), [queries]);
  // The server may report a changed role or changed rights.
  useLayoutEffect(() => {
    if (userId) openTabsOf(userId, who);
  }, [userId, who]);

  useEffect(() => {
    void loadSetupInfo();
    void loadBrand();
    if (!userId || useSession.getState().self) return;
    // After a reload the server confirms the identity (interpretation C03).
    loadSelf().catch(() => {});
  }, [userId]);

  if (!userId) return null;
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={scheme}>
      <QueryClientProvider client={queries}>
        <DisplayZone value={zone}>
          <ErrorWords value={errorWords}>
            {/* The server refuses all other calls until the password is changed. */}
            {!mustChangePassword && <MayOpen value={opens}>{children}</MayOpen>}
            {(mustChangePassword || waiting) && (
              <Suspense>
                <PasswordDemand />
              </Suspense>
            )}
            <NewVersion />
            <Navigations who={who} />
          </ErrorWords>
        </DisplayZone>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/**
 * Opens the pages of clicked notifications, and redirects from a page whose right was lost to the first one still
 * allowed. Separate from {@link Foundation}, where its use of the location would render the providers on each navigation.
 */
function Navigations({ who }: { who: Who }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => openFromNotifications((path) => void navigate(path)), [navigate]);
  const lost =
    who.roleId !== null &&
    trailOf(guardedPages(), pathname).length > 0 &&
    !mayOpen(guardedPages(), pathname, who);
  useEffect(() => {
    if (!lost) return;
    toast.info({ ns: 'errors', key: 'rightsChanged' });
    void navigate('/', { replace: true });
  }, [lost, navigate]);
  return null;
}
