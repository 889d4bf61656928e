import type { Locator, Page } from '@playwright/test';
import type { Command, Page as Pages } from '@voltloop/contract';
import { axeFindings, CONTRAST, type Part } from './axe.ts';
import { scenes, speaker } from './dialogs.ts';
import { FRAME, findings, inLanguage, inScheme, LAYERS, languageOf } from './looks.ts';
import { cutTexts, enlargeToDesktop, horizontalOverflow, isPhone, shrinkToPhone } from './phone.ts';
import { families, walkScreens } from './screens.ts';
import {
  asUser,
  DEMO_PASSWORD,
  expect,
  type Language,
  setAccountLanguage,
  settled,
  signIn,
  simulated,
  tenantPath,
  test,
  textOf,
  title,
} from './ui.ts';

/** Submits the empty form, so that its errors are part of the page. */
async function showErrors(page: Page, language: Language): Promise<void> {
  await page.getByRole('button', { name: textOf(language, 'login:submit'), exact: true }).click();
  const name = page.getByRole('textbox', { name: textOf(language, 'login:name') });
  await expect(name).toHaveAttribute('aria-invalid', 'true');
}

/** Checks a screen on a dark phone. */
async function lookOnPhone(page: Page, path: string, part: Part | null = {}): Promise<void> {
  await inScheme(page, 'dark');
  await shrinkToPhone(page);
  const where = `${path} in ${await languageOf(page)}, dark, on a phone`;
  if (part) expect.soft(await findings(page, part), where).toEqual([]);
  expect.soft(await horizontalOverflow(page), `${path} scrolls sideways`).toBe(0);
  expect.soft(await cutTexts(page), path).toEqual([]);
}

/** Checks a screen on a light desktop. */
async function lookOnDesktop(page: Page, path: string, part?: Part): Promise<void> {
  await enlargeToDesktop(page);
  await inScheme(page, 'light');
  const where = `${path} in ${await languageOf(page)}`;
  expect.soft(await findings(page, part), where).toEqual([]);
}

// The long walks may run in parallel.
test.describe.configure({ mode: 'parallel' });

test.describe('accessibility by axe', { tag: '@slow' }, () => {
  test.describe('on desktop and phone', () => {
    // A context cannot become mobile later, so it is mobile from the start, with a large screen first.
    test.use({ hasTouch: true, isMobile: true });

    for (const family of families)
      test(`axe finds no violations on any screen of the ${family}, and each fits into 360 px`, async ({
        context,
      }) => {
        test.setTimeout(600_000);
        let visited = 0;
        let generic = 0;
        /** Accounts and looks that have shown their frame. */
        const framed = new Set<string>();
        await walkScreens(context, family, async (page, { path, user, isGeneric }) => {
          // Both catalogues have the same texts: a screen has its names in either language, and some screens' texts
          // are checked for their length in each. A switch costs as much as a check by axe.
          await inLanguage(page, user, Math.floor(visited++ / 6) % 2 === 0 ? 'en' : 'zh');
          // Lists and forms of the same components: their layout depends on their texts, the rest does not.
          const part = isGeneric && Math.floor(generic++ / 2) % 4 !== 0 ? null : {};
          if (isGeneric) return lookOnPhone(page, path, part && { without: FRAME });
          if (path === '/login') await showErrors(page, await languageOf(page));
          // Each screen is checked first as the previous one was left: a resize renders the whole page.
          const looks = [lookOnDesktop, lookOnPhone];
          if (isPhone(page)) looks.reverse();
          for (const look of looks) {
            const frame = `${user} ${look.name}`;
            await look(page, path, { without: framed.has(frame) ? FRAME : [] });
            framed.add(frame);
          }
        });
      });
  });

  test('axe finds no violations in any dialog, and Escape closes each and returns the focus', async ({
    context,
  }) => {
    test.setTimeout(600_000);
    const company = (await asUser('demo_company')).login.name;
    const { devid, devname } = await simulated(4);
    const facts = { devid, devname: devname || devid, company };
    let page = await context.newPage();
    let signedIn = '';
    for (const [index, { user, path, dialogs }] of scenes.entries()) {
      // Every second scene in Chinese: dialogs consist of the same components in both languages.
      const language = index % 2 === 0 ? 'en' : 'zh';
      if (user === signedIn) await page.goto(path(facts));
      else {
        await page.close();
        page = await context.newPage();
        await signIn(page, user, path(facts));
      }
      signedIn = user;
      await expect(title(page)).toBeVisible();
      await settled(page, path(facts));
      const layers = page.locator(LAYERS).filter({ visible: true });
      await inLanguage(page, user, language);
      for (const [name, open] of Object.entries(dialogs)) {
        await open(page, speaker(language), facts);
        await expect(layers.first(), name).toBeVisible();
        await settled(page, name);
        const where = `${path(facts)}: ${name}`;
        await inScheme(page, 'light');
        // The screen below has its own check, and only contrast depends on the colours.
        expect.soft(await findings(page, { only: LAYERS }), where).toEqual([]);
        await inScheme(page, 'dark');
        expect.soft(await axeFindings(page, CONTRAST, { only: LAYERS }), `${where}, dark`).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(layers, `${name} closes`).toHaveCount(0);
        await expect(page.locator(':focus'), `focus after ${name}`).toHaveCount(1);
      }
    }
  });
});

test('a user signs in, sends a command and gets the answer without a mouse', { tag: '@slow' }, async ({
  page,
}) => {
  const agent = await asUser('demo_agent1');
  const { devid } = await simulated(1, 'demo_agent1');
  const ledger = () => agent.call<Pages<Command>>('GET', `${tenantPath(agent)}/things/${devid}/messages`);
  const { total } = await ledger();
  const { keyboard } = page;
  /** Presses Tab until `target` has the focus; fails after `most` presses. */
  const tabTo = async (target: Locator, most = 60) => {
    for (let i = 0; i < most && !(await target.and(page.locator(':focus')).count()); i++)
      await keyboard.press('Tab');
    await expect(target).toBeFocused();
  };

  await setAccountLanguage('demo_agent1', 'en');
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

  // Tabs: arrows move and open, Home returns to the first.
  const tab = (name: string) => page.getByRole('tab', { name });
  await tabTo(tab('Overview'));
  for (const name of ['Values', 'History', 'Packs', 'Events', 'Commands']) {
    await keyboard.press('ArrowRight');
    await expect(tab(name)).toBeFocused();
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true');
  }
  await keyboard.press('Home');
  await expect(tab('Overview')).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('End');
  await keyboard.press('ArrowLeft');
  await keyboard.press('ArrowLeft');
  await expect(tab('Commands')).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/tab=commands$/);

  const reportButton = page.getByRole('button', { name: 'Request a report' });
  await expect(reportButton).toBeVisible();
  await settled(page);
  await tabTo(reportButton);
  await keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'The device has executed it.' })).toBeVisible();
  await expect.poll(async () => (await ledger()).total).toBe(total + 1);
  expect((await ledger()).list[0]).toMatchObject({ cmd: 'report', state: 'answered' });
});
