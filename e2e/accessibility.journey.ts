import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import type { Command, Page as Pages } from '@voltloop/contract';
import {
  asUser,
  DEMO_PASSWORD,
  expect,
  type Language,
  say,
  settled,
  signIn,
  simulated,
  speak,
  tenantPath,
  test,
  title,
} from './ui.ts';

/** What WCAG 2.2 AA asks for, as far as a program can tell. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The findings of axe, each as one readable line; in the second colours only what colours can change is looked at. */
async function findings(page: Page, only?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  const { violations } = await (only ? axe.withRules(only) : axe.withTags(tags)).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary?.split('\n')[1]?.trim()}`,
    ),
  );
}

for (const language of ['en', 'zh'] as Language[]) {
  test(`axe finds nothing in ${language}, neither light nor dark`, async ({ page, context }) => {
    // Sixteen looks of some seconds each on a loaded machine.
    test.slow();
    /** Both colours of the page as it stands: without a choice it follows the system at once. */
    const look = async (at: Page, path: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await at.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expect(at.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
        const only = colorScheme === 'dark' ? 'color-contrast' : undefined;
        expect.soft(await findings(at, only), `${path}, ${colorScheme}`).toEqual([]);
      }
    };
    const { devid } = await simulated(4);
    await page.goto('/login');
    await expect(title(page)).toBeVisible();
    if (language === 'zh') await page.getByRole('button', { name: '中文' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-CN' : 'en');
    // The errors of an empty form belong to the page.
    await page.getByRole('button', { name: say(language, 'login:submit'), exact: true }).click();
    await expect(page.getByRole('textbox', { name: say(language, 'login:name') })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await look(page, '/login');

    const desk = await context.newPage();
    const room = `/operationStatuss/thing/${devid}`;
    await signIn(desk, 'demo_main', '/home/index', language);
    const rooms = ['/home/index', '/operationStatuss/index', room];
    for (const tab of ['history', 'packs', 'commands', 'bindings']) rooms.push(`${room}?tab=${tab}`);
    for (const path of rooms) {
      if (path !== '/home/index') await desk.goto(path);
      await expect(title(desk)).toBeVisible();
      await settled(desk);
      await look(desk, path);
    }
  });
}

test('from sign-in to an answered command without a mouse', async ({ page }) => {
  const agent = await asUser('demo_agent1');
  const { devid } = await simulated(1, 'demo_agent1');
  const ledger = () => agent.call<Pages<Command>>('GET', `${tenantPath(agent)}/things/${devid}/messages`);
  const { total } = await ledger();
  const { keyboard } = page;
  /** Tab until `target` has the focus; gives up after a while, as a person would. */
  const tabTo = async (target: Locator, most = 60) => {
    for (let i = 0; i < most && !(await target.and(page.locator(':focus')).count()); i++)
      await keyboard.press('Tab');
    await expect(target).toBeFocused();
  };

  await speak('demo_agent1', 'en');
  await page.goto('/login');
  await expect(page.getByRole('textbox', { name: 'User name or e-mail' })).toBeFocused();
  await keyboard.type('demo_agent1');
  await keyboard.press('Tab');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await keyboard.type(DEMO_PASSWORD);
  await keyboard.press('Enter');
  await expect(title(page)).toHaveText('Home');
  await expect(title(page)).toBeFocused();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const group = menu.getByRole('button', { name: 'Device', exact: true });
  for (let i = 0; i < 60 && !(await group.and(page.locator(':focus')).count()); i++)
    await keyboard.press('Shift+Tab');
  await keyboard.press('Enter');
  await tabTo(menu.getByRole('link', { name: 'Monitoring Device' }));
  await keyboard.press('Enter');
  await expect(title(page)).toHaveText('Monitoring Device');
  await expect(title(page)).toBeFocused();

  // Search, then down into the list: Enter opens the row.
  await expect(page.getByRole('grid').getByRole('gridcell').first()).toBeVisible();
  await tabTo(page.getByRole('searchbox'));
  await keyboard.type(devid);
  await expect(page.getByRole('main')).toContainText('1 device');
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: devid });
  await expect(row).toBeVisible();
  await tabTo(row);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/${devid}$`));
  await expect(title(page)).toBeFocused();

  // Tabs: arrows move and open, Home goes back to the first.
  const tab = (name: string) => page.getByRole('tab', { name });
  await tabTo(tab('Overview'));
  for (const name of ['History', 'Packs', 'Commands']) {
    await keyboard.press('ArrowRight');
    await expect(tab(name)).toBeFocused();
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true');
  }
  await keyboard.press('Home');
  await expect(tab('Overview')).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('End');
  await keyboard.press('ArrowLeft');
  await expect(tab('Commands')).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/tab=commands$/);

  const ask = page.getByRole('button', { name: 'Ask for a report' });
  await expect(ask).toBeVisible();
  await settled(page);
  await tabTo(ask);
  await keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'The device has done it' })).toBeVisible();
  await expect.poll(async () => (await ledger()).total).toBe(total + 1);
  expect((await ledger()).list[0]).toMatchObject({ cmd: 'report', state: 'answered' });
});
