import { freshKey, insert } from './office.ts';
import { asUser, expect, signIn, test, textOf } from './ui.ts';

const words = (key: string) => textOf('zh', `backoffice:${key}`);

test('the page of a record shows its owner, its related records and the single next step', async ({
  page,
}) => {
  const key = freshKey();
  const site = await insert('/recycle/site', { name: `网点 ${key}`, address: '示例路 1 号' });
  const store = await insert('/store', { code: `W${key}`, name: `仓库 ${key}`, kind: 1, siteId: site });
  await signIn(page, 'demo_main', `/backoffice/recycleSite/${site}`, 'zh');
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  // A store belongs to the site: the count links to the list of them.
  await page
    .getByRole('list', { name: words('summary.belongs') })
    .getByRole('link', { name: /^仓库 1$/ })
    .click();
  await expect(page.getByRole('tab', { name: '仓库', exact: true })).toHaveAttribute('aria-selected', 'true');
  await page
    .getByRole('tabpanel')
    .getByRole('link', { name: `仓库 ${key}` })
    .click();

  // Rare actions are in the menu; only the edit button remains outside.
  await expect(page.getByText(`网点 ${key}`).first()).toBeVisible();
  await expect(page.getByRole('link', { name: words('menu.edit'), exact: true })).toBeVisible();
  await expect(button('停用')).toHaveCount(0);
  await button(textOf('zh', 'backoffice:menu.of', { title: `仓库 ${key}` })).click();
  await page.getByRole('menuitem', { name: '停用', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '停用', exact: true }).click();

  // Now there is a next step, shown in words too.
  await expect(button('启用')).toBeVisible();
  await expect(page.getByText(words('summary.next'))).toBeVisible();
  await button('启用').click();
  await expect(button('启用')).toHaveCount(0);
  const main = await asUser('demo_main');
  const { status } = await main.call<{ status: number }>('GET', `/store/findById?id=${store}`);
  expect(status).toBe(1);

  // An expiring permit must be renewed.
  const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  const { version } = await main.call<{ version: number }>('GET', `/recycle/site/findById?id=${site}`);
  await main.call('POST', '/recycle/site/update', {
    id: site,
    version,
    permits: [{ type: 1, no: `P${key}`, validTo: soon }],
  });
  await page.goto(`/backoffice/recycleSite/${site}`);
  await expect(page.getByText('更新资质到期日')).toBeVisible();
});
