import { expect, signIn, test, title } from './ui.ts';

test('the root URL returns the page to every client, even without support for compression', async ({
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

test('an unknown URL leads to /404, signed in or not', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/404$/);
  await signIn(page, 'demo_agent1');
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/404$/);
  await expect(title(page)).toBeVisible();
});

test('an end user has a top bar with a heading, others with the label of their role', async ({
  page,
  browser,
}) => {
  await signIn(page, 'demo_enduser');
  const bar = page.getByRole('banner');
  await expect(bar).toContainText('End User');
  await expect(bar).toContainText('demo_enduser');
  // A separate context: a pending answer could restore the cookie in this one.
  const other = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const theirs = await other.newPage();
  await signIn(theirs, 'demo_agent1');
  await expect(theirs.getByRole('banner')).toContainText('Administrator');
  await expect(theirs.getByRole('banner')).not.toContainText('End User');
  await other.close();
});
