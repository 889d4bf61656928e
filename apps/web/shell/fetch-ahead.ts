import { mayBeSignedIn, restore, useSession } from '../api/session.ts';
import { loadBrand } from '../context/brand.ts';
import { languageOf } from '../context/family.ts';
import { chosenLanguage, fetchWords } from '../context/i18n.ts';
import { trailOf } from '../context/match-path.ts';
import type { RouteMeta } from '../context/route-meta.ts';
import { loadSetupInfo } from '../context/setup-info.ts';
import { guardedPages } from '../context/site-map.ts';

/** Longer than this the login page does not wait for what the instance says of itself, ms. */
const INFO_WITHIN_MS = 500;

/**
 * Asks at once for all that the first page waits for: the session, then the files of the frame and of the page, and
 * their words. Otherwise they would be fetched one after the other.
 * Resolves when the page may be drawn: the login page knows by then whether it offers the demo's accounts and whose
 * brand it shows, and does not jump when they come.
 */
export async function fetchAhead(pathname: string): Promise<void> {
  if (pathname === '/login' || !mayBeSignedIn())
    return await Promise.race([
      Promise.all([loadSetupInfo(), loadBrand()]).then(() => {}),
      new Promise<void>((resolve) => setTimeout(resolve, INFO_WITHIN_MS)),
    ]);
  const page = trailOf(guardedPages(), pathname).at(-1);
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
