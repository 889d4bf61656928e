import { asUser, expect, instance, signIn, test } from './ui.ts';

const HOST = 'energy.sun.example';
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('an agent has a brand, the main account gives it a host name, and strangers see it there', async ({
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

    // The main account finds it in its list.
    const office = await browser.newContext({ baseURL: instance.url });
    const desk = await office.newPage();
    await signIn(desk, 'demo_main', '/brand/index');
    await desk.getByRole('button', { name: /^Sun & Co/ }).click();
    const host = desk.getByRole('form', { name: 'Host name' });
    await host.getByRole('textbox', { name: 'Host name' }).fill(`${HOST}:8080`);
    await host.getByRole('button', { name: 'Save host name' }).click();
    await expect(host.getByText('A host name such as')).toBeVisible();
    await host.getByRole('textbox', { name: 'Host name' }).fill(HOST.toUpperCase());
    await host.getByRole('button', { name: 'Save host name' }).click();
    await expect(desk.getByRole('status').getByText('Host name saved')).toBeVisible();
    await expect(desk.getByRole('button', { name: /^Sun & Co/ })).toContainText(HOST);
    await office.close();

    // What the server says under that name, shown to a page that cannot have it: nobody answers for it here.
    const strange = await browser.newContext({ baseURL: instance.url });
    const stranger = await strange.newPage();
    await stranger.route('**/v1/brand', async (route) => {
      const response = await strange.request.get('/v1/brand', { headers: { host: HOST } });
      await route.fulfill({ response });
    });
    await stranger.goto('/login');
    const panel = stranger.getByRole('complementary', { name: 'Sun & Co' });
    await expect(panel.getByText('Sun & Co')).toBeVisible();
    await expect(panel.locator('img[src^="/brand-logos/"]')).toBeVisible();
    await expect(stranger).toHaveTitle('Sign in - Sun & Co');
    await expect(stranger.getByRole('button', { name: 'Sign in' })).toHaveCSS(
      'background-color',
      'rgb(15, 122, 74)',
    );
    // Without the name of a brand it is the product again, at once.
    await stranger.unroute('**/v1/brand');
    await stranger.goto('/login');
    await expect(stranger.getByRole('complementary', { name: 'Voltloop' })).toBeVisible();
    await expect(stranger.getByRole('button', { name: 'Sign in' })).not.toHaveCSS(
      'background-color',
      'rgb(15, 122, 74)',
    );
    await strange.close();
  } finally {
    await main.call('PUT', `${path}/host`, {});
    await main.call('DELETE', path);
  }
});
