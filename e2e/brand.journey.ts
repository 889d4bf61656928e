import { asUser, expect, instance, signIn, test } from './ui.ts';

const HOST = 'energy.sun.example';
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('an agent has a brand, the main account assigns a host name, and visitors see the brand there', async ({
  page,
  browser,
}) => {
  const main = await asUser('demo_main');
  const agent = await asUser('demo_agent2');
  const path = `/v1/brands/tenants/${main.login.tenant_id}/accounts/${agent.login.user_id}`;
  try {
    await signIn(page, 'demo_agent2', '/brand/index');
    const form = page.getByRole('form', { name: 'Name and colour' });
    const color = form.getByRole('textbox', { name: 'Main colour', exact: true });
    await form.getByRole('textbox', { name: 'Product name' }).fill('Sun & Co');
    await color.fill('#787878');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('has enough contrast with this colour')).toBeVisible();
    await color.fill('#0F7A4A');
    const sample = page.getByRole('region', { name: 'Preview' });
    await expect(sample.getByText('Sun & Co')).toHaveCount(2);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('status').getByText('Brand saved')).toBeVisible();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'l.png', mimeType: 'image/png', buffer: LOGO });
    await expect(page.getByRole('img', { name: 'Logo' })).toBeVisible();
    const hostCard = page.getByRole('region', { name: 'Host name' });
    await expect(hostCard.getByText('The platform operator sets the host name.')).toBeVisible();

    // The main account sees it in its list.
    const office = await browser.newContext({ baseURL: instance.url });
    const desk = await office.newPage();
    await signIn(desk, 'demo_main', '/brand/index');
    await desk.getByRole('button', { name: /^Sun & Co/ }).click();
    // The form of the previous brand is shown until then.
    await expect(desk.getByRole('textbox', { name: 'Product name' })).toHaveValue('Sun & Co');
    const host = desk.getByRole('form', { name: 'Host name' });
    await host.getByRole('textbox', { name: 'Host name' }).fill(`${HOST}:8080`);
    await host.getByRole('button', { name: 'Save host name' }).click();
    await expect(host.getByText('A host name such as')).toBeVisible();
    await host.getByRole('textbox', { name: 'Host name' }).fill(HOST.toUpperCase());
    await host.getByRole('button', { name: 'Save host name' }).click();
    await expect(desk.getByRole('status').getByText('Host name saved')).toBeVisible();
    await expect(desk.getByRole('button', { name: /^Sun & Co/ })).toContainText(HOST);
    await office.close();

    // The server's answers under that name, passed to a page, because the name does not resolve here.
    const visitorContext = await browser.newContext({ baseURL: instance.url });
    const visitor = await visitorContext.newPage();
    await visitor.route('**/v1/brand', async (route) => {
      const response = await visitorContext.request.get('/v1/brand', { headers: { host: HOST } });
      await route.fulfill({ response });
    });
    await visitor.goto('/login');
    const panel = visitor.getByRole('complementary', { name: 'Sun & Co' });
    await expect(panel.getByText('Sun & Co')).toBeVisible();
    await expect(panel.locator('img[src^="/brand-logos/"]')).toBeVisible();
    await expect(visitor).toHaveTitle('Sign in - Sun & Co');
    await expect(visitor.getByRole('button', { name: 'Sign in' })).toHaveCSS(
      'background-color',
      'rgb(15, 122, 74)',
    );
    // Without a brand's host name the product's own brand is shown again immediately.
    await visitor.unroute('**/v1/brand');
    await visitor.goto('/login');
    await expect(visitor.getByRole('complementary', { name: 'Voltloop' })).toBeVisible();
    await expect(visitor.getByRole('button', { name: 'Sign in' })).not.toHaveCSS(
      'background-color',
      'rgb(15, 122, 74)',
    );
    await visitorContext.close();
  } finally {
    await main.call('PUT', `${path}/host`, {});
    await main.call('DELETE', path);
  }
});
