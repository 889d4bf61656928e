import type { Page } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { families, walkScreens } from './screens.ts';
import { expect, test } from './ui.ts';

const WIDTH = 360;

/** What cannot be read at this width: texts that are cut off without a sign, or stand beside the screen. */
function cutTexts(page: Page): Promise<string[]> {
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

test.describe.configure({ mode: 'parallel' });

test.describe('on a phone of 360 px', () => {
  test.use({ viewport: { width: WIDTH, height: 740 }, hasTouch: true, isMobile: true });

  for (const family of families)
    test(`no screen of the ${family} scrolls sideways, cuts a text off, or has a target that a finger misses`, async ({
      context,
    }) => {
      test.setTimeout(600_000);
      await walkScreens(context, family, 'en', async (page, path) => {
        const sideways = await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        expect.soft(sideways, `${path} scrolls sideways`).toBe(0);
        expect.soft(await cutTexts(page), path).toEqual([]);
        // The spacing of WCAG 2.5.8 counts: a small target with room around it cannot be missed either.
        const small = (await axeFindings(page, { type: 'rule', values: ['target-size'] })).map(
          ({ where }) => where,
        );
        expect.soft(small, `${path}, targets below 24 px`).toEqual([]);
      });
    });
});
