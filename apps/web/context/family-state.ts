import { create } from 'zustand';
import { onSessionEnd, useSession } from '../api/session.ts';
import { type Family, familyOf, languageOf } from './family.ts';
import { chosenLanguage, showLanguage } from './i18n.ts';
import { siteMap } from './site-map.ts';
import { whoOf } from './who.ts';

/** The family of the last page; in session storage, so that a reload of a shared page keeps its menu. */
const STORED = 'voltloop.family';

function stored(): Family | null {
  const text = sessionStorage.getItem(STORED);
  return text === 'portal' || text === 'backoffice' ? text : null;
}

/** Which menu the console shows. */
export const useFamily = create<{ family: Family }>(() => ({ family: stored() ?? 'portal' }));
onSessionEnd(() => sessionStorage.removeItem(STORED));

/** Called before a page opens: selects its menu and, unless the user chose one, its language. */
export async function enterFamily(pathname: string): Promise<void> {
  const { login } = useSession.getState();
  if (!login) return;
  const family = familyOf(siteMap(), pathname, whoOf(login), stored());
  sessionStorage.setItem(STORED, family);
  useFamily.setState({ family });
  await showLanguage(languageOf(family, login.language, chosenLanguage()));
}
