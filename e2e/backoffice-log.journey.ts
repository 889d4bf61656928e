import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openDatabase } from '../apps/server/platform/db.ts';
import { asUser, expect, instance, openLook, signIn, test, textOf, title } from './ui.ts';

const words = (key: string, values?: Record<string, string | number>) => textOf('zh', `log:${key}`, values);

/** Queries the server's database directly, which no account of the console can. */
async function inDatabase(text: string, values: unknown[]): Promise<void> {
  const { port, password } = JSON.parse(readFileSync(join(instance.dataDir, 'postgres.json'), 'utf8')) as {
    port: number;
    password: string;
  };
  const { pool, stop } = openDatabase(`postgres://voltloop:${password}@127.0.0.1:${port}/voltloop`, {
    max: 1,
  });
  try {
    await pool.query(text, values);
  } finally {
    await stop();
  }
}

const checkChain = async (page: Page) => {
  await page.getByRole('button', { name: words('chain.button') }).click();
  const dialog = page.getByRole('dialog', { name: words('chain.title') });
  await dialog.getByRole('button', { name: words('chain.start') }).click();
  return dialog;
};

test('an auditor filters the log, opens a row, and finds the manipulated one', async ({ page }) => {
  const client = await asUser('demo_main');
  const name = `日志客户${Date.now().toString(36)}`;
  const { id } = await client.call<{ id: string }>('POST', '/client/insert', {
    clientName: name,
    customerType: 0,
    phone: '13800138000',
  });
  await signIn(page, 'demo_main', `/backoffice/log?type=customer&object=${id}`, 'zh', title(page));
  const row = page.getByRole('row').filter({ hasText: '新增客户' });
  await expect(row).toHaveCount(1);
  await row.click();
  const drawer = page.getByRole('dialog', { name: words('detail.title') });
  await expect(drawer.getByRole('row', { name: new RegExp(name) })).toBeVisible();
  await expect(drawer.getByText(words('hidden'))).toBeVisible();
  await expect(drawer.getByText('13800138000')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  const whole = await checkChain(page);
  await expect(whole.getByText(/条记录全部完好/)).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('Escape');
  await expect(whole).toBeHidden();

  const change = (from: string, to: string) =>
    inDatabase(
      `update audit set details = replace(details::text, $2, $3)::jsonb where object_id = $1 and action = 'customer.insert'`,
      [id, from, to],
    );
  await change(name, '别人');
  try {
    const broken = await checkChain(page);
    await expect(broken.getByText(words('chain.broken'))).toBeVisible({ timeout: 20_000 });
    await broken.getByRole('button', { name: /查看第/ }).click();
    await expect(drawer.getByRole('row', { name: /别人/ })).toBeVisible();
  } finally {
    await change('别人', name);
  }
});

test('a geofence is drawn, edited by keyboard, saved and shown again', { tag: '@slow' }, async ({ page }) => {
  const name = `围栏${Date.now().toString(36)}`;
  await signIn(page, 'demo_main', '/backoffice/geofence/new', 'zh', title(page));
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).first().click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await page.getByRole('textbox', { name: '围栏名称' }).fill(name);
  await choose('围栏类型', '禁入区');
  await choose('形状', '圆形');
  await page.getByRole('textbox', { name: '中心经度' }).fill('118.0894');
  await page.getByRole('textbox', { name: '中心纬度' }).fill('24.4798');
  await page.getByRole('textbox', { name: '半径' }).fill('800');
  // Typed coordinates are drawn; handles moved by keys on the map update the fields.
  await page.getByRole('button', { name: textOf('zh', 'map:handle.rim', { radius: '800' }) }).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByRole('textbox', { name: '半径' })).not.toHaveValue('800');
  // Another language replaces the map, here before the change of the shape is drawn.
  const rim = page.locator('[data-kind="rim"]');
  for (const language of ['en', 'zh'] as const) {
    await openLook(page);
    // Handles are replaced while the shape is drawn.
    await page.evaluate(`new Promise((done) => {
      const look = () => {
        const rim = document.querySelector('[data-kind="rim"]');
        if (!rim) return requestAnimationFrame(look);
        rim.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }));
        document.querySelector('#user-menu button[lang^="${language}"]').click();
        done();
      };
      look();
    })`);
    await expect(rim).toHaveAccessibleName(language === 'en' ? /^Radius/ : /^半径/);
    await page.keyboard.press('Escape');
  }
  await choose('形状', '多边形');
  const map = page.getByRole('application', { name: textOf('zh', 'map:draw.map_polygon') });
  await map.scrollIntoViewIfNeeded();
  // The map stays at the circle, zoomed in enough for small corners.
  const box = await map.boundingBox();
  for (const [x, y] of [
    [0.4, 0.4],
    [0.55, 0.4],
    [0.55, 0.65],
  ] as const)
    await map.click({ position: { x: (box?.width ?? 0) * x, y: (box?.height ?? 0) * y } });
  await map.press('Enter');
  await expect(page.getByText(textOf('zh', 'map:draw.corners_other', { n: 3 }))).toBeVisible();
  await page.getByRole('button', { name: textOf('zh', 'map:handle.corner', { number: 3 }) }).focus();
  const longitude = page.locator('input[name="ring.2.longitude"]');
  const before = await longitude.inputValue();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(longitude).not.toHaveValue(before);
  const after = await longitude.inputValue();
  // Far away and back: by coordinates, and by the button that fits the shape.
  const corner = page.getByRole('button', { name: textOf('zh', 'map:handle.corner', { number: 1 }) });
  const goTo = page.getByRole('combobox', { name: textOf('zh', 'map:goTo.label') });
  // Enter before the results are there applies to the typed text, not to earlier results.
  await goTo.fill('厦门');
  await goTo.press('Enter');
  await expect(corner).not.toBeInViewport();
  await expect(page.getByText(textOf('zh', 'map:goTo.wrong'))).toBeHidden();
  await page.getByRole('button', { name: textOf('zh', 'ui:map.fit') }).click();
  await expect(corner).toBeInViewport();
  await goTo.fill('没有这个地点');
  await goTo.press('Enter');
  await expect(page.getByText(textOf('zh', 'map:goTo.wrong'))).toBeVisible();
  await expect(corner).toBeInViewport();
  await goTo.fill('39.9042, 116.4074');
  await goTo.press('Enter');
  await expect(corner).not.toBeInViewport();
  await page.getByRole('button', { name: textOf('zh', 'ui:map.fit') }).click();
  await expect(corner).toBeInViewport();
  await choose('监控对象', '车辆');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page).toHaveURL(/\/backoffice\/geofence\/[0-9a-f-]{36}/);
  // Its page begins with the map.
  await expect(page.getByRole('application', { name: textOf('zh', 'map:shown', { name }) })).toBeVisible();
  await page.goto(`${page.url().split('?')[0]}?tab=fields`);
  await expect(page.getByText(after)).toBeVisible();
});
