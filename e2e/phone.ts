import type { Page } from '@playwright/test';
import { settled } from './ui.ts';

const WIDTH = 360;
const PHONE = { width: WIDTH, height: 740 };
export const DESKTOP = { width: 1440, height: 900 };

export const isPhone = (page: Page): boolean => page.viewportSize()?.width === WIDTH;

/** Resizes the page to a phone, and waits until it is rendered at that size. */
export const shrinkToPhone = (page: Page): Promise<void> => resize(page, PHONE);

/** The reverse. */
export const enlargeToDesktop = (page: Page): Promise<void> => resize(page, DESKTOP);

async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  if (page.viewportSize()?.width === size.width) return;
  await page.setViewportSize(size);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await settled(page);
}

/** By how many pixels the page is wider than the screen. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Unreadable texts at this width: truncated without a sign, or outside the screen. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const found = [];
    const scrolls = (element) => {
      for (let each = element; each && each !== document.body; each = each.parentElement)
        if (/auto|scroll/.test(getComputedStyle(each).overflowX)) return true;
      return false;
    };
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest('svg, .visually-hidden, [aria-hidden="true"], [inert]')) continue;
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
      if (!own || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1 || style.clipPath !== 'none') continue;
      const name = element.tagName.toLowerCase() + ' "' + element.textContent.trim().slice(0, 40) + '"';
      if (/hidden|clip/.test(style.overflowX) && style.textOverflow !== 'ellipsis' &&
          style.webkitLineClamp === 'none' && element.scrollWidth > element.clientWidth + 1)
        found.push('cut off: ' + name);
      if ((box.left < -1 || box.right > ${WIDTH} + 1) && !scrolls(element)) found.push('beside the screen: ' + name);
    }
    return found;
  })()`);
}
