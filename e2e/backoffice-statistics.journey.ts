import { words } from './office.ts';
import { asUser, expect, signIn, test, title, today } from './ui.ts';

test('statistics link from the stock to its store and documents, and to counts and the wall', async ({
  page,
}) => {
  const staff = await asUser('demo_staff');
  type Stock = { groups: { name: string }[] };
  const stock = () => staff.call<Stock>('GET', '/statistics/stock');
  await expect.poll(async () => (await stock()).groups.length, { timeout: 60_000 }).toBeGreaterThan(0);
  await signIn(page, 'demo_staff', '/backoffice/statistics', 'zh');
  await expect(title(page)).toHaveText(words('statistics:title'));

  const chart = page.getByRole('figure', {
    name: words('statistics:stock.byAge', { by: words('statistics:by.store') }),
  });
  await chart.getByRole('slider').focus();
  await page.keyboard.press('ArrowRight');
  await expect(chart.getByRole('slider')).toHaveAttribute('aria-valuetext', / t/);
  await page.getByLabel(words('statistics:by.label'), { exact: true }).selectOption('chemistry');
  await expect(page).toHaveURL(/by=chemistry/);

  // The demo business is generated after the start, the oldest documents first.
  const to = today();
  const from = `${Number(to.slice(0, 4)) - 2}-01-01`;
  await page.goto(`/backoffice/statistics?tab=flows&from=${from}&to=${to}`);
  const kinds = page.getByRole('region', { name: words('statistics:flows.kinds') });
  await kinds.getByRole('link').first().click();
  await expect(page).toHaveURL(
    new RegExp(`f\\.status=posted&f\\.reversesId\\.is=empty&f\\.day\\.from=${from}`),
  );

  await page.goto('/backoffice/enterpriseCount');
  await expect(title(page)).toHaveText(words('statistics:enterprise.title'));
  await expect(
    page.getByRole('figure', { name: words('statistics:enterprise.kinds') }).getByRole('slider'),
  ).toBeVisible();
  await page.goto('/backoffice/jobCount?period=quarter');
  await expect(title(page)).toHaveText(words('statistics:job.title'));
  await expect(page.getByRole('figure', { name: words('statistics:job.heat') })).toBeVisible();

  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: '可视化大屏', exact: true }).click();
  const wall = await opened;
  await expect(title(wall)).toHaveText(words('visual:title'));
  await expect(wall.getByText(words('dashboard:live'), { exact: true })).toBeVisible();
  await expect(wall.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(wall.getByRole('navigation')).toHaveCount(0);
});
