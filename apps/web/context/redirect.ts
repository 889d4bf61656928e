import { guard } from './guard.ts';
import { trailOf } from './match-path.ts';
import type { RouteMeta } from './route-meta.ts';
import type { Who } from './who.ts';

/**
 * A path inside the console, or null (interpretation C19): begins with exactly one slash, has no scheme, no backslash
 * and no control characters, also not in encoded form.
 */
export function internalPath(text: string | null | undefined): string | null {
  if (!text) return null;
  let decoded = text;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    return null;
  }
  for (const each of [text, decoded]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: matching them is the purpose
    if (!/^\/(?!\/)/.test(each) || /[\\\u0000-\u001f\u007f]/.test(each)) return null;
  }
  // As resolved by a browser it must stay on this origin.
  return new URL(text, 'http://console.invalid').origin === 'http://console.invalid' ? text : null;
}

/**
 * Where to go after login: the redirect parameter when it is internal and the account may open it (interpretation A38),
 * but never a public page; otherwise `/`.
 */
export function afterLogin(
  siteMap: readonly RouteMeta[],
  redirect: string | null | undefined,
  who: Who,
): string {
  const path = internalPath(redirect);
  if (!path) return '/';
  const page = trailOf(siteMap, new URL(path, 'http://console.invalid').pathname).at(-1);
  if (!page || page.requireAuth === false) return '/';
  return guard(page, { signedIn: true, ...who }) === 'pass' ? path : '/';
}

/** The login URL with the path to return to; omitted for `/` and the login page itself. */
export function loginPath(from: string): string {
  return from === '/' || from.startsWith('/login') ? '/login' : `/login?redirect=${encodeURIComponent(from)}`;
}
