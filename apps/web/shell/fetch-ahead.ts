import { mayBeSignedIn, restore, useSession } from '../api/session.ts';
import { guardedPages } from '../routes.tsx';
import { languageOf } from './family.ts';
import { chosenLanguage, fetchWords } from './i18n.ts';
import { trailOf } from './match-path.ts';
import type { RouteMeta } from './route-meta.ts';
import { loadSetupInfo } from './setup-info.ts';

/** Longer than this the login page does not wait for what the instance says of itself, ms. */
const INFO_WITHIN_MS = 500;

/**
 * Asks at once for all that the first page waits for: the session, then the files of the frame and of the page, and
 * their words. Left to themselves they would be asked for one after the other.
 * Resolves when the page may be drawn: the login page knows by then whether it offers the demo's accounts, and does
 * not jump when they come.
 */
export async function fetchAhead(pathname: string): Promise<void> {
  if (pathname === '/login' || !mayBeSignedIn())
    return await Promise.race([
      loadSetupInfo(),
      new Promise<void>((resolve) => setTimeout(resolve, INFO_WITHIN_MS)),
    ]);
  const page = trailOf(guardedPages, pathname).at(-1);
  if (!page && pathname !== '/') return;
  restore(() => {
    // A browser sends six requests at a time: the session is not to wait behind the files.
    import('./shell.tsx').catch(() => {});
    page?.page?.().catch(() => {});
    if (page) fetchWordsOf(page);
  });
}

/** Fetches the words of a page beside its files, in the language in which it will most likely be shown. */
export function fetchWordsOf({ family, catalogues = [] }: RouteMeta): void {
  const language = languageOf(
    family ?? 'portal',
    useSession.getState().login?.language ?? null,
    chosenLanguage(),
  );
  fetchWords(language, ['common', 'shell', ...catalogues]);
}
