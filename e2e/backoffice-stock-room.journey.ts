import { freshKey, insert, receive } from './office.ts';
import { expect, settled, signIn, test, textOf, title, today } from './ui.ts';

const words = (key: string, values?: Record<string, string | number>) => textOf('zh', `stock:${key}`, values);

test('a store is shown as a picture of its locations: fill level, contents, past days, and the next move', async ({
  page,
}) => {
  const code = `K${freshKey()}`;
  const store = await insert('/store', {
    code,
    name: `台账库 ${code}`,
    kind: 1,
    locations: [
      { code: 'A-01', maxKg: '1000' },
      { code: 'A-02', maxKg: '1000' },
    ],
  });
  const serial = Date.now() % 9_999_000;
  const battery = (n: number, chemistry: string) =>
    `001P${chemistry}240000003B3C${String(serial + n).padStart(7, '0')}`;
  await receive(store, [
    { code: battery(1, 'B'), kg: '470', location: 'A-01' },
    { code: battery(2, 'B'), kg: '460', location: 'A-01' },
    { code: battery(3, 'E'), kg: '300', location: 'A-02' },
  ]);

  await signIn(page, 'demo_main', '/backoffice/stock', 'zh', title(page));
  const row = page.getByRole('row').filter({ hasText: `台账库 ${code}` });
  await expect(row).toContainText('1,230 kg');
  await expect(row).toContainText(words('nearlyFull_other', { count: 1 }));
  await row.getByText(`台账库 ${code}`).click();
  await expect(title(page)).toHaveText(`台账库 ${code}`);

  const tile = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
  await expect(tile('A-01')).toContainText(words('tone.warning'));
  await expect(tile('A-01')).toContainText('930 kg · 2 件');
  await expect(tile('A-02')).not.toContainText(words('tone.warning'));

  // A filter highlights locations with that battery type and dims the other one.
  await page.getByRole('combobox', { name: words('filter.chemistry') }).selectOption('E');
  await expect(tile('A-01')).toContainText(words('noneOfIt'));
  await expect(page.getByRole('grid').getByRole('row').filter({ hasText: 'A-0' })).toHaveCount(1);
  await page.getByRole('combobox', { name: words('filter.chemistry') }).selectOption('');

  await tile('A-01').click();
  await expect(page.getByRole('heading', { name: words('contentsOf', { code: 'A-01' }) })).toBeVisible();
  const line = page
    .getByRole('grid')
    .getByRole('row')
    .filter({ hasText: battery(1, 'B') });
  await expect(line).toContainText('470 kg');

  // Yesterday it was empty.
  const yesterday = new Date(Date.parse(today()) - 86_400_000).toISOString().slice(0, 10);
  await page.getByRole('textbox', { name: words('day.label') }).fill(yesterday);
  await page.keyboard.press('Enter');
  await expect(page.getByText(words('day.past', { day: yesterday }))).toBeVisible();
  await expect(tile('A-01')).toContainText(words('empty'));
  await page.getByRole('button', { name: words('day.today') }).click();
  await expect(tile('A-01')).toContainText('930 kg');

  // The life of one battery, and back; then it is selected for a move, whose form has store and battery filled in.
  await line.getByText(battery(1, 'B')).click();
  await expect(title(page)).toHaveText(battery(1, 'B'));
  await expect(page.getByRole('listitem').filter({ hasText: '回收入库' })).toContainText('A-01');
  await page.goBack();
  await settled(page);
  await line.getByRole('checkbox').check();
  await page
    .getByRole('link', { name: words('new', { what: '移库单' }) })
    .last()
    .click();
  await expect(page.getByRole('combobox', { name: '移出仓库' })).toHaveValue(`台账库 ${code}`);
  await expect(page).toHaveURL(new RegExp(battery(1, 'B')));
});
