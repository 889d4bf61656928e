import { expect, signIn, test, title } from './ui.ts';

test('the address alone gives the page to every client, also one that takes nothing compressed', async ({
  request,
}) => {
  for (const method of ['GET', 'HEAD']) {
    const reply = await request.fetch('/?from=probe', {
      method,
      headers: { accept: '*/*', 'accept-encoding': 'identity' },
    });
    expect([method, reply.status(), reply.headers()['content-type'] ?? '']).toEqual([
      method,
      200,
      expect.stringContaining('text/html'),
    ]);
  }
});

test('an unknown address leads to /404, signed in or not', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/404$/);
  await signIn(page, 'demo_agent1');
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/404$/);
  await expect(title(page)).toBeVisible();
});

test('an end user has the bar with its heading, others the label of their role', async ({
  page,
  browser,
}) => {
  await signIn(page, 'demo_enduser');
  const bar = page.getByRole('banner');
  await expect(bar).toContainText('End User');
  await expect(bar).toContainText('demo_enduser');
  // A browser of its own: an answer that is on its way to this one could bring its cookie back.
  const other = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const theirs = await other.newPage();
  await signIn(theirs, 'demo_agent1');
  await expect(theirs.getByRole('banner')).toContainText('Administrator');
  await expect(theirs.getByRole('banner')).not.toContainText('End User');
  await other.close();
});
