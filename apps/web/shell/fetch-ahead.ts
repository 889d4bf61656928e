import { mayBeSignedIn, restore, useSession } from '../api/session.ts';
import { loadBrand } from '../context/brand.ts';
import { languageOf } from '../context/family.ts';
import { chosenLanguage, fetchWords } from '../context/i18n.ts';
import { trailOf } from '../context/match-path.ts';
import type { RouteMeta } from '../context/route-meta.ts';
import { loadSetupInfo } from '../context/setup-info.ts';
import { guardedPages } from '../context/site-map.ts';

/** Longest wait of the login page for the instance's information, ms. */
const INFO_WITHIN_MS = 500;

/**
 * Fetches in parallel all that the first page needs: the session, the files of the shell and of the page, and their
 * texts. Otherwise they would load one after the other.
 * Resolves when the page may be rendered: the login page then has the demo accounts and the brand, and does not shift
 * when they arrive.
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
    // A browser sends six requests at a time: the session must not queue behind the files.
    import('./shell.tsx').catch(() => {});
    page?.page?.().catch(() => {});
    if (page) fetchWordsOf(page);
  });
}

/** Fetches a page's texts in parallel with its files, in the language in which it will most likely be shown. */
export function fetchWordsOf({ family, catalogues = [] }: RouteMeta): void {
  const language = languageOf(
    family ?? 'portal',
    useSession.getState().login?.language ?? null,
    chosenLanguage(),
  );
  fetchWords(language, ['common', 'shell', ...catalogues]);
}
