import { guard } from './guard.ts';
import { trailOf } from './match-path.ts';
import type { RouteMeta } from './route-meta.ts';
import type { Who } from './who.ts';

/**
 * An address inside the console, or null (interpretation C19): begins with exactly one slash, has no scheme, no backslash
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
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    if (!/^\/(?!\/)/.test(each) || /[\\\u0000-\u001f\u007f]/.test(each)) return null;
  }
  // What a browser would make of it must stay on this origin.
  return new URL(text, 'http://console.invalid').origin === 'http://console.invalid' ? text : null;
}

/**
 * Where to go after login: the redirect parameter when it is internal and open to the account (interpretation A38), never back
 * to a public page; else `/`.
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

/** The login address that remembers where the user was; `/` and the login page itself are not worth it. */
export function loginPath(from: string): string {
  return from === '/' || from.startsWith('/login') ? '/login' : `/login?redirect=${encodeURIComponent(from)}`;
}
