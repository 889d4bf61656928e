import type { Page } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { expect, type Language, settled, speak, switchLanguage, title } from './ui.ts';

export type Scheme = 'light' | 'dark';

const lang = { en: 'en', zh: 'zh-CN' } as const;
const names = { en: 'English', zh: '中文' } as const;

/** The language in which the page is shown. */
export async function languageOf(page: Page): Promise<Language> {
  return (await page.locator('html').getAttribute('lang')) === lang.zh ? 'zh' : 'en';
}

/**
 * Shows the page in `language`: by its own switch, without a load, where it has one.
 * @param user Who is signed in.
 */
export async function inLanguage(page: Page, user: string | null, language: Language): Promise<void> {
  if ((await languageOf(page)) === language) return;
  const change = page.locator('button', { hasText: names[language] }).and(page.locator('[lang]'));
  if (await page.locator('button[aria-controls="user-menu"]').isVisible())
    await switchLanguage(page, language);
  else if (await change.isVisible()) await change.click();
  else {
    if (user) await speak(user, language);
    else await page.evaluate(`localStorage.setItem('voltloop.language', '${language}')`);
    await page.reload();
    await expect(title(page)).toBeVisible();
  }
  await expect(page.locator('html')).toHaveAttribute('lang', lang[language]);
  await settled(page);
}

/** Shows the page as to a reader who prefers `scheme`. The wall is dark for every reader. */
export async function inScheme(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  const isWall = new URL(page.url()).pathname === '/backoffice/visual';
  const shown = isWall ? 'dark' : scheme;
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', shown);
  // Colours on their way from one scheme to the other have no contrast to speak of.
  await page.evaluate(
    'for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()',
  );
}

/** What WCAG 2.2 AA asks for, as far as a program can tell. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What lies over a page. */
export const LAYERS = '[role="dialog"], [role="menu"], [role="alertdialog"]';

/**
 * The findings of axe in the whole page, each as one readable line. A panel that is open covers what is below it, how
 * much of it depends on what the panel shows: that is no small target, Escape uncovers it.
 */
export async function findings(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { rule, where, html, why } of await axeFindings(page, tags)) {
    // The name of an open branch is that of its own line; axe takes the lines below it for its text as well.
    if (rule === 'label-content-name-mismatch' && html.includes('role="treeitem"')) continue;
    const layers = page.locator(LAYERS).filter({ visible: true });
    if (rule === 'target-size' && why.includes('obscured') && (await layers.count()) > 0)
      if ((await layers.locator(where).count()) === 0) continue;
    found.push(`${rule}: ${where} ${why}`);
  }
  return found;
}
