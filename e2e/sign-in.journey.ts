import type { Page as Pages, Thing } from '@voltloop/contract';
import { asUser, expect, fillSignIn, registerFor, signIn, tenantPath, test, textOf, title } from './ui.ts';

/** The top, the middle and the end of the tree; the subtree of each role is tested in visibility.module.test.ts. */
const accounts = [
  { user: 'demo_main', role: 'Agent Level' },
  { user: 'demo_company', role: 'Company Admin' },
  { user: 'demo_enduser', role: 'End User' },
];

async function devidsOf(user: string) {
  const client = await asUser(user);
  const page = await client.call<Pages<Thing>>('GET', `${tenantPath(client)}/things?page_size=999`);
  return { client, total: page.total, devids: page.list.map((thing) => thing.devid) };
}

// The small demo of these journeys leaves the lower accounts without devices: add two, on different levels.
test.beforeAll(async () => {
  for (const user of ['demo_company', 'demo_enduser'])
    await registerFor(user, { devname: `Home of ${user}` });
});

test('a wrong password is reported with the specified message, in both languages', async ({ page }) => {
  await page.goto('/login');
  await expect(title(page)).toHaveText('Sign in');
  await fillSignIn(page, 'demo_company', 'not-the-password');
  await expect(page.getByRole('alert')).toHaveText('login name or password error！');
  // An unknown account gets the same answer: accounts cannot be enumerated.
  await fillSignIn(page, 'nobody_at_all', 'not-the-password');
  await expect(page.getByRole('alert')).toHaveText('login name or password error！');
  await expect(page).toHaveURL(/\/login$/);

  await page.getByRole('button', { name: '中文' }).click();
  await expect(title(page)).toHaveText(textOf('zh', 'login:heading'));
  await fillSignIn(page, 'nobody_at_all', 'not-the-password', 'zh');
  await expect(page.getByRole('alert')).toHaveText(textOf('zh', 'errors:loginFailed'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');

  // Empty fields are reported beside the fields, and the first one gets the focus.
  await page.reload();
  await page.getByRole('button', { name: textOf('zh', 'login:submit'), exact: true }).click();
  const name = page.getByRole('textbox', { name: textOf('zh', 'login:name') });
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(textOf('zh', 'login:nameMissing'));
});

for (const { user, role } of accounts) {
  test(`${user} signs in and sees exactly its own subtree`, async ({ page }) => {
    const [own, all] = await Promise.all([devidsOf(user), devidsOf('demo_main')]);
    expect(own.total).toBeGreaterThan(0);
    if (user !== 'demo_main') expect(own.total).toBeLessThan(all.total);

    await signIn(page, user, '/operationStatuss/index');
    await expect(page.getByRole('banner')).toContainText(role);
    await expect(title(page)).toHaveText('Monitoring Device');
    const words = own.total === 1 ? 'total_one' : 'total_other';
    await expect(page.getByRole('main')).toContainText(
      textOf('en', `things:monitoring.${words}`, { total: own.total }),
    );
    const last = own.devids.at(-1) as string;
    await page.getByRole('searchbox').fill(last);
    await expect(page.getByRole('grid').getByRole('row').filter({ hasText: last })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('1 device');

    const foreign = all.devids.find((devid) => !own.devids.includes(devid));
    if (!foreign) {
      expect(user).toBe('demo_main');
      return;
    }
    expect((await own.client.raw('GET', `${tenantPath(own.client)}/things/${foreign}`)).status).toBe(404);
    await page.goto(`/operationStatuss/thing/${foreign}`);
    await expect(page.getByText('Device not found')).toBeVisible();
    await expect(page.getByRole('main').getByRole('tablist')).toHaveCount(0);
  });
}

test('back-office staff sign in, see no device, and cannot open the portal', async ({ page }) => {
  const staff = await asUser('demo_staff');
  expect((await staff.raw('GET', `${tenantPath(staff)}/things`)).status).toBe(403);
  // The demo lists them beside the portal's accounts.
  await page.goto('/login');
  await page.getByRole('button', { name: 'demo_staff' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('banner')).toContainText('林晓');
  await expect(page.getByRole('main').getByRole('grid')).toHaveCount(0);
});
