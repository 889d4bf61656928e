import {
  asUser,
  expect,
  fillSignIn,
  instance,
  setAccountLanguage,
  settled,
  simulated,
  switchLanguage,
  test,
  title,
} from './ui.ts';

// The worker is part of what must not contact other hosts.
test.use({ serviceWorkers: 'allow' });

test('a whole session contacts only its own instance, and the console stays clean', { tag: '@slow' }, async ({
  page,
  watch,
}) => {
  const { devid } = await simulated(6);
  const hosts = new Set<string>();
  const tenants = new Set<string>();
  const refused: string[] = [];
  page.on('request', (request) => {
    const { host, pathname } = new URL(request.url());
    hosts.add(host);
    const [, tenant] = /\/tenants\/([^/]+)\//.exec(pathname) ?? [];
    if (tenant) tenants.add(tenant);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  // Violations of the policy, which the browser reports to the document.
  await page.addInitScript(`
    window.__violations = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      window.__violations.push(event.violatedDirective + ' ' + event.blockedURI));
  `);
  const violations: string[] = [];
  const collect = async () => violations.push(...(await page.evaluate<string[]>('window.__violations')));

  const first = await page.goto('/');
  const policy = first?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/);
  expect(first?.headers()['x-content-type-options']).toBe('nosniff');
  expect(first?.headers()['referrer-policy']).toBe('no-referrer');

  await setAccountLanguage('demo_factory', 'en');
  await fillSignIn(page, 'demo_factory');
  await expect(title(page)).toHaveText('Home');
  await settled(page);
  // The map with its land, in both of its forms.
  const map = page.getByRole('region', { name: 'Where they are' });
  await map.scrollIntoViewIfNeeded();
  await map
    .getByRole('button', { name: /devices here/ })
    .first()
    .press('Enter');
  await map.getByRole('button', { name: 'Show all' }).click();
  await page.getByText('List', { exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Where they are' })).toBeVisible();
  await switchLanguage(page, 'zh');
  await switchLanguage(page, 'en');
  await expect(title(page)).toHaveText('Home');
  await collect();
  for (const tab of ['', '?tab=history', '?tab=packs', '?tab=commands', '?tab=bindings']) {
    await page.goto(`/operationStatuss/thing/${devid}${tab}`);
    await expect(title(page)).toBeVisible();
    await settled(page);
    await collect();
  }
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/404$/);
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(title(page)).toHaveText('Home');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await collect();

  expect([...hosts]).toEqual([new URL(instance.url).host]);
  expect([...tenants]).toEqual([(await asUser('demo_factory')).login.tenant_id]);
  expect(violations).toEqual([]);
  expect(refused).toEqual([]);
  expect(watch.errors).toEqual([]);
});

test('a browser that loses or lacks WebGL shows a list of devices instead of the map', {
  tag: '@slow',
}, async ({ page }) => {
  await setAccountLanguage('demo_factory', 'en');
  await page.goto('/login');
  await fillSignIn(page, 'demo_factory');
  await expect(title(page)).toHaveText('Home');
  const map = page.getByRole('region', { name: 'Where they are' });
  await map.scrollIntoViewIfNeeded();
  await map
    .getByRole('button', { name: /devices here/ })
    .first()
    .waitFor();
  await map.getByRole('application').waitFor();
  await page.evaluate(`{
    const canvas = document.querySelector('canvas[role="application"]');
    canvas.getContext('webgl2').getExtension('WEBGL_lose_context').loseContext();
  }`);
  await expect(map.getByRole('status')).toContainText('This browser cannot draw maps', { timeout: 10_000 });
  await expect(title(page)).toHaveText('Home');

  await page.addInitScript(`
    const getContext = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...rest);
    };
  `);
  await page.reload();
  await map.scrollIntoViewIfNeeded();
  await expect(map.getByRole('status')).toContainText('This browser cannot draw maps');
  await map.getByRole('listitem').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/operationStatuss\/thing\//);
});

test('the policy blocks a page that contacts another host', async ({ page, watch }) => {
  // Proves that the journey above can fail: the browser itself must refuse, whatever the console does.
  await page.goto('/login');
  const directive = await page.evaluate<string>(`new Promise((done) => {
    document.addEventListener('securitypolicyviolation', (event) => done(event.violatedDirective), { once: true });
    const image = new Image();
    image.src = 'http://127.0.0.2:9/pixel.png';
    document.body.append(image);
  })`);
  expect(directive).toBe('img-src');
  expect(watch.foreign.splice(0)).toEqual(['http://127.0.0.2:9/pixel.png']);
  expect(watch.broken.splice(0)).toEqual([expect.stringContaining('img-src')]);
});
