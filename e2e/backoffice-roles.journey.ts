import type { Browser, Page } from '@playwright/test';
import { rights } from '@voltloop/contract/rights.ts';
import { asUser, expect, instance, signIn, test, textOf, title } from './ui.ts';

/** The password of the new staff account. */
const PASSWORD = 'Lager-2026-x';

const menuOf = (page: Page) => page.getByRole('navigation', { name: '主菜单' });

/** Opens `path` in a separate browser context, signed in by the form as staff. */
async function signInAsStaff(browser: Browser, userName: string, password: string) {
  const context = await browser.newContext({ baseURL: instance.url });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('textbox', { name: textOf('en', 'login:name') }).fill(userName);
  await page.getByLabel(textOf('en', 'login:password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: textOf('en', 'login:submit'), exact: true }).click();
  return { context, page };
}

test('a role with three menus is created, given to a new staff account, and effective immediately', async ({
  page,
  browser,
}) => {
  const stamp = Date.now().toString(36).slice(-6);
  const role = `库房 ${stamp}`;
  const userName = `lager_${stamp}`;

  // The main account creates the role and chooses three menus.
  await signIn(page, 'demo_main', '/backoffice/roles', 'zh', title(page));
  await page.getByRole('button', { name: '新建角色' }).first().click();
  await page.getByRole('dialog').getByLabel('名称').fill(role);
  await page.getByRole('dialog').getByRole('button', { name: '创建并分配菜单' }).click();
  await expect(title(page)).toHaveText(role);
  for (const name of ['行政区划', '员工账号', '操作日志：查看'])
    await page.getByRole('checkbox', { name, exact: true }).click();
  const changes = page.getByRole('region', { name: '权限变更' });
  await expect(changes).toContainText('员工账号：重置密码');
  // Viewing staff is enough: its buttons are deselected, and the checkbox above is indeterminate.
  for (const button of ['新增', '编辑、锁定与解锁', '删除', '重置密码', '导出'])
    await page.getByRole('checkbox', { name: `员工账号：${button}`, exact: true }).click();
  await expect(page.getByRole('checkbox', { name: '员工账号', exact: true })).toBeChecked({
    indeterminate: true,
  });
  await expect(changes).toContainText('新增 3 项');
  await page.getByRole('button', { name: '保存权限' }).click();
  await expect(changes).toContainText('没有改动');

  // And an account with it.
  await menuOf(page).getByRole('link', { name: '员工账号' }).click();
  await page.getByRole('button', { name: '新建员工' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('用户名').fill(userName);
  await dialog.getByLabel('姓名').fill('王小明');
  await dialog.getByRole('combobox', { name: '角色' }).click();
  await page.getByRole('option', { name: role }).click();
  await dialog.getByLabel('初始密码').fill(PASSWORD);
  await dialog.getByRole('switch', { name: '首次登录时须修改密码' }).click();
  await dialog.getByRole('button', { name: '创建' }).click();
  await expect(dialog).toBeHidden();

  // It signs in elsewhere and sees exactly these three, in Chinese by default.
  const staff = await signInAsStaff(browser, userName, PASSWORD);
  await expect(title(staff.page)).toHaveText('行政区划');
  await expect(staff.page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(staff.page.getByRole('banner')).toContainText(role);
  const links = menuOf(staff.page).locator('ul').getByRole('link');
  await expect(links).toHaveText(['行政区划', '员工账号', '操作日志']);

  // Removing a menu takes effect without a new sign-in: the next call is refused, and the menu disappears.
  await menuOf(staff.page).getByRole('link', { name: '员工账号' }).click();
  await expect(staff.page.getByText('王小明').first()).toBeVisible();
  await menuOf(page).getByRole('link', { name: '角色管理' }).click();
  await page.getByRole('searchbox', { name: '按名称搜索' }).fill(role);
  await page.getByText(role, { exact: true }).first().click();
  await expect(title(page)).toHaveText(role);
  await page.getByRole('checkbox', { name: '员工账号：查看', exact: true }).click();
  await expect(page.getByRole('region', { name: '权限变更' })).toContainText(/移除 1 项：\s*员工账号/);
  await page.getByRole('button', { name: '保存权限' }).click();
  await expect(page.getByRole('region', { name: '权限变更' })).toContainText('没有改动');
  await staff.page.getByRole('searchbox').fill('x');
  await expect(links).toHaveText(['行政区划', '操作日志']);
  await expect(title(staff.page)).toHaveText('行政区划');

  // Their security page offers no webhooks, which are the main account's.
  await staff.page.goto('/security/index');
  await expect(staff.page.getByRole('heading', { name: 'API 令牌' })).toBeVisible();
  await expect(staff.page.getByRole('heading', { name: textOf('zh', 'account:webhooks.title') })).toHaveCount(
    0,
  );

  // A URL outside the role is refused, and ends the session.
  await staff.page.goto('/backoffice/roles');
  await expect(staff.page).toHaveURL(/\/login/);
  await expect(staff.page.getByText(/没有访问权限！|Permission Denied！/)).toBeVisible();
  await staff.context.close();
});

test('rights that another user has changed meanwhile are not overwritten unnoticed', {
  tag: '@slow',
}, async ({ page }) => {
  const role = `两人 ${Date.now().toString(36).slice(-6)}`;
  await signIn(page, 'demo_main', '/backoffice/roles', 'zh', title(page));
  await page.getByRole('button', { name: '新建角色' }).first().click();
  await page.getByRole('dialog').getByLabel('名称').fill(role);
  await page.getByRole('dialog').getByRole('button', { name: '创建并分配菜单' }).click();
  await expect(title(page)).toHaveText(role);
  await page.getByRole('checkbox', { name: '行政区划', exact: true }).click();

  // Another user adds the log, and removes nothing.
  const roleId = Number(new URL(page.url()).pathname.split('/').at(-1));
  const main = await asUser('demo_main');
  await main.call('POST', '/role/insertMenu', { roleId, menuIds: [rights.log.see] });

  const changes = page.getByRole('region', { name: '权限变更' });
  await page.getByRole('button', { name: '保存权限' }).click();
  await expect(changes.getByRole('alert')).toContainText('权限刚被其他人修改');
  await expect(changes).toContainText(/移除 1 项：\s*操作日志/);
  // The user selects which of the other changes to keep.
  await page.getByRole('checkbox', { name: '操作日志：查看', exact: true }).click();
  await page.getByRole('button', { name: '保存权限' }).click();
  await expect(changes).toContainText('没有改动');
  const held = await main.call<number[]>('GET', `/role/findRoleMenu?roleId=${roleId}`);
  expect(held).toContain(rights.log.see);
  expect(held.length).toBeGreaterThan(1);
});
