import type { Page } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { expect, type Language, settled, speak, title } from './ui.ts';

interface Look {
  language: Language;
  colorScheme: 'light' | 'dark';
}

// Names and structure depend on the language, contrast on the colours: each is looked at in both, but not in all four
// pairs, which would take twice as long and find the same.
const english: Look = { language: 'en', colorScheme: 'light' };
const chinese: Look = { language: 'zh', colorScheme: 'dark' };

const lang = { en: 'en', zh: 'zh-CN' } as const;
const names = { en: 'English', zh: '中文' } as const;

/**
 * Looks at a page in both looks, that of its language first; the other one by the page's own switch, without a load,
 * where it has one. The page stays in the second.
 * @param user Who is signed in.
 */
export async function bothLooks(
  page: Page,
  user: string | null,
  look: (language: Language) => Promise<void>,
): Promise<void> {
  const html = page.locator('html');
  const isChinese = (await html.getAttribute('lang')) === lang.zh;
  for (const { language, colorScheme } of isChinese ? [chinese, english] : [english, chinese]) {
    await page.emulateMedia({ colorScheme });
    if ((await html.getAttribute('lang')) !== lang[language]) {
      const change = page.locator('button', { hasText: names[language] }).and(page.locator('[lang]'));
      if (await change.isVisible()) await change.click();
      else {
        if (user) await speak(user, language);
        else await page.evaluate(`localStorage.setItem('voltloop.language', '${language}')`);
        await page.reload();
        await expect(title(page)).toBeVisible();
      }
    }
    await expect(html).toHaveAttribute('lang', lang[language]);
    // The wall is dark whatever its reader prefers.
    const isWall = new URL(page.url()).pathname === '/backoffice/visual';
    await expect(html).toHaveAttribute('data-mantine-color-scheme', isWall ? 'dark' : colorScheme);
    await settled(page);
    await look(language);
  }
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
