import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until `target` has the focus; fails after a while. */
export async function tabTo(page: Page, target: Locator, most = 60): Promise<void> {
  // A dialog that is still loading has not taken the focus yet.
  await expect(target).toBeVisible();
  for (let i = 0; i < most && !(await target.and(page.locator(':focus')).count()); i++)
    await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

/** Like {@link tabTo}, then presses Enter. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}
