import { report } from './mosquitto.ts';
import { asUser, expect, registerFor, signIn, tenantPath, test, textOf, title } from './ui.ts';

test('the dashboard opens from Home in its own browser tab, signed in, without a sidebar, and is live', async ({
  page,
  context,
}) => {
  const { devid, secret } = await registerFor('demo_agent1');
  await signIn(page, 'demo_agent1', '/home/index');
  const opening = context.waitForEvent('page');
  await page.getByRole('link', { name: textOf('en', 'home:operation') }).click();
  const wall = await opening;
  await expect(wall).toHaveURL(/\/dashboard\/operation$/);
  await expect(title(wall)).toHaveText(textOf('en', 'dashboard:title'));
  await expect(wall.getByRole('navigation')).toHaveCount(0);
  await expect(wall.getByText(textOf('en', 'dashboard:live'), { exact: true })).toBeVisible();

  // Its counts are those of the account's own subtree.
  const agent = await asUser('demo_agent1');
  const summary = () =>
    agent.call<{ total: number; online: number; notActivated: number }>(
      'GET',
      `${tenantPath(agent)}/summary`,
    );
  const before = await summary();
  const tile = (name: string) =>
    wall.getByRole('listitem').filter({ has: wall.getByText(name, { exact: true }) });
  await expect(tile(textOf('en', 'dashboard:total'))).toContainText(String(before.total));
  const waiting = tile(textOf('en', 'things:state.notActivated'));
  await expect(waiting).toContainText(String(before.notActivated));

  // A device that reports for the first time becomes online without a reload.
  await report(devid, secret, { M_SOC: 41.5 });
  await expect(waiting).toContainText(String(before.notActivated - 1), { timeout: 20_000 });

  await wall.getByRole('button', { name: textOf('en', 'dashboard:fullScreen') }).click();
  await expect(wall.getByRole('button', { name: textOf('en', 'dashboard:leaveFullScreen') })).toBeVisible();
  await expect.poll(() => wall.evaluate('document.fullscreenElement !== null')).toBe(true);
});

test('end users have no link to the dashboard, and the guard signs them out', { tag: '@slow' }, async ({
  page,
}) => {
  await signIn(page, 'demo_enduser', '/home/index');
  await expect(title(page)).toBeVisible();
  await expect(page.getByRole('link', { name: textOf('en', 'home:operation') })).toHaveCount(0);
  await page.goto('/dashboard/operation');
  await expect(page.getByText('Permission Denied！')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});

test('the ring of apps turns the chosen one to the front in half a second, and opens it', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signIn(page, 'demo_main', '/operationStatuss/index');
  await page.goto('/appSelector');
  const ring = page.getByRole('group', { name: textOf('en', 'apps:ring') });
  const app = (id: string) => ring.getByRole('button', { name: textOf('en', `apps:app.${id}`) });
  await expect(ring.getByRole('button')).toHaveCount(4);
  await expect(app('monitoring')).toHaveAttribute('aria-pressed', 'true');
  const place = app('dashboard').locator('..');
  await expect(place).toHaveCSS('transition-duration', '0.5s');
  const below = async (id: string) => {
    const box = await app(id).boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  const front = await below('monitoring');
  await app('dashboard').click();
  await expect(app('dashboard')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(textOf('en', 'apps:about.dashboard'))).toBeVisible();
  await expect.poll(async () => Math.round((await below('dashboard')) - front)).toBe(0);

  // An app that does not exist yet is labelled as such, and is not a link.
  await page.keyboard.press('ArrowLeft');
  await expect(app('reporting')).toBeFocused();
  await expect(page.getByText(textOf('en', 'apps:notYet'))).toBeVisible();
  await expect(page.getByRole('link', { name: textOf('en', 'apps:open') })).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/operation$/);
});

test('the ring of ten shows ten apps, upright and without overlap', { tag: '@slow' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'demo_enduser', '/home/index');
  await page.goto('/appSelector?icons=10');
  const ring = page.getByRole('group', { name: textOf('en', 'apps:ring') });
  const apps = ring.getByRole('button');
  await expect(apps).toHaveCount(10);
  const boxes = await Promise.all((await apps.all()).map((each) => each.boundingBox()));
  for (const [index, box] of boxes.entries()) {
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    for (const other of boxes.slice(index + 1)) {
      const apart =
        Math.abs((box?.x ?? 0) - (other?.x ?? 0)) >= (box?.width ?? 0) - 1 ||
        Math.abs((box?.y ?? 0) - (other?.y ?? 0)) >= (box?.height ?? 0) - 1;
      expect(apart, `apps ${index} lie on another`).toBe(true);
    }
  }
  // An end user has no dashboard: it is shown, with the reason.
  await ring.getByRole('button', { name: textOf('en', 'apps:app.dashboard') }).click();
  await expect(page.getByText(textOf('en', 'apps:notForRole'))).toBeVisible();
});
