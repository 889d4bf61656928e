import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  replace,
} from 'react-router';
import { loadSelf } from './api/load-self.ts';
import { restore, signOut, useSession } from './api/session.ts';
import { enterFamily } from './context/family-state.ts';
import { guard, type Verdict } from './context/guard.ts';
import { homeOf, pagesOf } from './context/menu.ts';
import { internalPath, loginPath } from './context/redirect.ts';
import type { RouteMeta } from './context/route-meta.ts';
import { openSettingsOf } from './context/settings/settings-sync.ts';
import { whoOf } from './context/who.ts';
import { LoginPage } from './entry/login-page.tsx';
import { NotFoundPage } from './entry/not-found-page.tsx';
import { publicPages, siteMap, widePages } from './routes.tsx';
import { fetchWordsOf } from './shell/fetch-ahead.ts';
import { RootLayout } from './shell/root-layout.tsx';
import { RouteError } from './shell/route-error.tsx';
import { openTabsOf, renew } from './shell/tabs/tabs-store.ts';
import { toast } from './ui/toast/toast.ts';

function addressOf({ request }: LoaderFunctionArgs): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

function verdictOn(meta: RouteMeta): Verdict {
  const { login } = useSession.getState();
  return guard(meta, { signedIn: login !== null, ...whoOf(login) });
}

/** Allows a page, or redirects: to login, or out with 'Permission Denied！'. */
function guardLoader(meta: RouteMeta) {
  return async (args: LoaderFunctionArgs) => {
    await restore();
    let verdict = verdictOn(meta);
    if (verdict === 'deny' && meta.right !== undefined) {
      // The right may have been granted since: the server is queried before access is denied.
      await loadSelf().catch(() => {});
      verdict = verdictOn(meta);
    }
    const { login } = useSession.getState();
    if (verdict === 'login') return redirect(loginPath(addressOf(args)));
    if (verdict === 'deny') {
      // In the person's language, which the sign-in page keeps.
      await enterFamily(meta.path);
      toast.error({ ns: 'errors', key: 'denied' });
      void signOut('denied');
      return redirect('/login');
    }
    if (meta.aliasOf) {
      const { search } = new URL(args.request.url);
      return replace(meta.aliasOf + (meta.aliasOf.includes('?') ? search.replace('?', '&') : search));
    }
    if (login) {
      await enterFamily(meta.path);
      openTabsOf(login.user_id, whoOf(login));
      openSettingsOf(login.user_id);
    }
    return null;
  };
}

/** `/`: redirects to the first page of the account's menu (interpretation B01). */
async function homeLoader() {
  await restore();
  const { login } = useSession.getState();
  if (!login) return redirect('/login');
  const home = homeOf(siteMap, whoOf(login));
  if (!home) await enterFamily('/');
  return home ? redirect(home) : null;
}

/** `/404`, in the language of the last menu. */
async function notFoundLoader() {
  await restore();
  await enterFamily('/404');
  return null;
}

/** `/redirect/<path>`: redirects to the path with its query, which reloads a page (interpretation B28). */
function redirectLoader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const path = pathname.slice('/redirect'.length);
  if (!internalPath(path)) return redirect('/404');
  renew([path]);
  return replace(path + search);
}

const routeOf = (meta: RouteMeta): RouteObject => ({
  path: meta.path,
  handle: meta,
  loader: guardLoader(meta),
  shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
  ErrorBoundary: RouteError,
  lazy: {
    Component: async () => {
      fetchWordsOf(meta);
      return (await meta.page?.())?.default;
    },
  },
});

const handleOf = (path: string) => publicPages.find((page) => page.path === path);

/** Development pages (interpretations B05, C20): not in production builds, where their paths give 404. */
const testPages: RouteObject[] =
  import.meta.env.DEV || import.meta.env.MODE === 'newmode'
    ? [
        {
          path: '/test',
          handle: { path: '/test', title: 'test', requireAuth: false, hidden: true } satisfies RouteMeta,
          lazy: { Component: async () => (await import('./entry/test-page.tsx')).TestPage },
        },
        {
          path: '/test/login',
          handle: {
            path: '/test/login',
            title: 'testLogin',
            requireAuth: false,
            hidden: true,
          } satisfies RouteMeta,
          lazy: {
            Component: async () => (await import('./entry/test-login-page.tsx')).TestLoginPage,
          },
        },
      ]
    : [];

export function makeRouter() {
  return createBrowserRouter([
    {
      Component: RootLayout,
      // Nothing to show while the first page's data and code load, which takes a frame or two.
      HydrateFallback: () => null,
      ErrorBoundary: RouteError,
      children: [
        { path: '/login', Component: LoginPage, handle: handleOf('/login') },
        {
          path: '/setup',
          handle: handleOf('/setup'),
          lazy: { Component: async () => (await import('./entry/setup-page.tsx')).SetupPage },
        },
        {
          path: '/tokenLogin',
          handle: handleOf('/tokenLogin'),
          lazy: {
            Component: async () => (await import('./entry/token-login-page.tsx')).TokenLoginPage,
          },
        },
        {
          path: '/sso',
          handle: handleOf('/sso'),
          lazy: { Component: async () => (await import('./entry/sso-page.tsx')).SsoPage },
        },
        {
          path: '/forgot',
          handle: handleOf('/forgot'),
          lazy: { Component: async () => (await import('./entry/forgot-page.tsx')).ForgotPage },
        },
        {
          path: '/reset',
          handle: handleOf('/reset'),
          lazy: { Component: async () => (await import('./entry/reset-page.tsx')).ResetPage },
        },
        {
          path: '/unsubscribe',
          handle: handleOf('/unsubscribe'),
          lazy: { Component: async () => (await import('./entry/unsubscribe-page.tsx')).UnsubscribePage },
        },
        {
          path: '/invite',
          handle: handleOf('/invite'),
          lazy: { Component: async () => (await import('./entry/invite-page.tsx')).InvitePage },
        },
        ...testPages,
        {
          path: '/404',
          Component: NotFoundPage,
          handle: handleOf('/404'),
          loader: notFoundLoader,
        },
        { path: '/redirect/*', loader: redirectLoader },
        {
          lazy: { Component: async () => (await import('./shell/shell.tsx')).Shell },
          ErrorBoundary: RouteError,
          children: [
            {
              path: '/',
              loader: homeLoader,
              handle: { path: '/', requireAuth: undefined, permissionRedirect: true, hidden: true },
              lazy: { Component: async () => (await import('./entry/no-screens-page.tsx')).NoScreensPage },
            },
            ...pagesOf(siteMap)
              .filter(({ wide }) => !wide)
              .map(routeOf),
          ],
        },
        {
          lazy: { Component: async () => (await import('./shell/shell.tsx')).WideShell },
          ErrorBoundary: RouteError,
          children: [...pagesOf(siteMap).filter(({ wide }) => wide), ...widePages].map(routeOf),
        },
        { path: '*', loader: () => redirect('/404') },
      ],
    },
  ]);
}
