import type { Page } from '@playwright/test';
import { axeFindings, type Part } from './axe.ts';
import { expect, type Language, setAccountLanguage, settled, title } from './ui.ts';

export type Scheme = 'light' | 'dark';

const lang = { en: 'en', zh: 'zh-CN' } as const;
const names = { en: 'English', zh: '中文' } as const;

/** The current language of the page. */
export async function languageOf(page: Page): Promise<Language> {
  return (await page.locator('html').getAttribute('lang')) === lang.zh ? 'zh' : 'en';
}

/**
 * Switches the page to `language`: by its own switch, without a load, if it has one.
 * @param user The signed-in user.
 */
export async function inLanguage(page: Page, user: string | null, language: Language): Promise<void> {
  if ((await languageOf(page)) === language) return;
  const change = page.locator('button', { hasText: names[language] }).and(page.locator('[lang]'));
  if (await page.locator('button[aria-controls="user-menu"]').isVisible()) await byUserMenu(page, language);
  else if (await change.isVisible()) await change.click();
  else {
    if (user) await setAccountLanguage(user, language);
    else await page.evaluate(`localStorage.setItem('voltloop.language', '${language}')`);
    await page.reload();
    await expect(title(page)).toBeVisible();
  }
  await expect(page.locator('html')).toHaveAttribute('lang', lang[language]);
  await settled(page);
}

/**
 * Clicks the language in the user menu by script: a walk switches a hundred times, and a pointer renders each element
 * that it moves over, which doubles the cost of a switch.
 */
async function byUserMenu(page: Page, language: Language): Promise<void> {
  await page.evaluate(`(async () => {
    const choice = () => document.querySelector('#user-menu button[lang="${lang[language]}"]');
    document.querySelector('button[aria-controls="user-menu"]').click();
    while (!choice()) await new Promise((done) => requestAnimationFrame(done));
    choice().click();
  })()`);
  await page.keyboard.press('Escape');
  await expect(page.locator('#user-menu')).toBeHidden();
}

/** Emulates a preference for `scheme`. The wall is always dark. */
export async function inScheme(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  const isWall = new URL(page.url()).pathname === '/backoffice/visual';
  const shown = isWall ? 'dark' : scheme;
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', shown);
  // During a transition between the schemes contrasts are meaningless.
  await page.evaluate(
    'for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()',
  );
}

/** The WCAG 2.2 AA rules that a program can check. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Overlays on a page. */
export const LAYERS = '[role="dialog"], [role="menu"], [role="alertdialog"]';

/** The frame around each page: menu, top bar with the strip of tabs, and bottom bar. */
export const FRAME = ['#menu', 'div:has(+ #main)', '#bottom-bar'] as const;

/**
 * The violations that axe finds in a page, or in a part of it, one readable line each. An open panel covers controls below it,
 * depending on its content: these do not count as small targets, as Escape uncovers them.
 */
export async function findings(page: Page, part?: Part): Promise<string[]> {
  const found: string[] = [];
  for (const { rule, where, html, why } of await axeFindings(page, tags, part)) {
    // The name of an expanded branch is that of its own line; axe includes the text of the lines below.
    if (rule === 'label-content-name-mismatch' && html.includes('role="treeitem"')) continue;
    const layers = page.locator(LAYERS).filter({ visible: true });
    if (rule === 'target-size' && why.includes('obscured') && (await layers.count()) > 0)
      if ((await layers.locator(where).count()) === 0) continue;
    found.push(`${rule}: ${where} ${why}`);
  }
  return found;
}
