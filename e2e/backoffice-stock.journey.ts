import type { Page } from '@playwright/test';
import { batteryOf, confirmStep, draft, freshCode, freshKey, insert, scan, step, words } from './office.ts';
import { asUser, expect, signIn, test, title } from './ui.ts';

/** Confirms in the dialog that a receipt without a source is posted. */
async function postWithoutSource(page: Page) {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '确认入库', exact: true }).click();
  await expect(dialog.getByRole('alert').first()).toContainText(words('rules:rule.document.noSource'));
  await dialog
    .getByRole('button', { name: words('backoffice:warnings.confirm', { step: '确认入库' }) })
    .click();
}

test('a truck is received by scanner: bad codes are refused, the rest is posted and is in the store', async ({
  page,
}) => {
  const main = await asUser('demo_main');
  const code = `S${freshKey()}`;
  const storeName = `收货库 ${code}`;
  const storeId = await insert('/store', { code, name: storeName, kind: 1 });
  await signIn(page, 'demo_main', '/backoffice/receipt/new', 'zh');
  const form = page.getByRole('form', { name: '新增入库单' });
  await form.getByRole('combobox', { name: '入库类型' }).click();
  await page.getByRole('option', { name: '回收入库' }).click();
  await form.getByRole('combobox', { name: '仓库', exact: true }).fill(storeName);
  await page.getByRole('option', { name: storeName }).click();
  await form.getByRole('button', { name: words('backoffice:form.save'), exact: true }).click();
  await expect(page).toHaveURL(/\/backoffice\/receipt\/[0-9a-f-]{36}/);

  await expect(page.getByRole('tab', { name: '明细' })).toHaveAttribute('aria-selected', 'true');
  // A new document waits for the first scan.
  const field = page.getByRole('textbox', { name: words('documents:scan.label') });
  await expect(field).toBeFocused();
  const type = async (text: string) => {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };
  const codes = Array.from({ length: 5 }, freshCode);
  for (const each of codes.slice(0, 4)) await type(each);
  await expect(page.getByText('共 4 行，4 件')).toBeVisible();
  // A duplicate code and an invalid one: neither becomes a line.
  await scan(page, codes[0] as string);
  await expect(page.getByText(words('documents:scan.twice', { code: codes[0] as string }))).toBeVisible();
  await scan(page, 'NOT-A-CODE');
  await expect(page.getByText('NOT-A-CODE 不是有效的电池编码')).toBeVisible();
  await expect(page.getByText('共 4 行，4 件')).toBeVisible();
  // The next scan replaces the refused text.
  await type(codes[4] as string);
  await expect(field).toHaveValue('');
  await expect(page.getByText('共 5 行，5 件')).toBeVisible();

  // A check that fails is not shown as running.
  await page.route('**/receipt/check', (route) => route.abort());
  const unchecked = freshCode();
  await field.fill(unchecked);
  await field.press('Enter');
  await expect(page.getByText(words('documents:scan.unchecked', { code: unchecked }))).toBeVisible();
  await page.unroute('**/receipt/check');
  await page.getByRole('button', { name: /第 6 行/ }).click();
  await expect(page.getByText('共 5 行，5 件')).toBeVisible();

  // Nothing has a mass yet: each line shows that.
  await page.getByRole('button', { name: words('documents:check') }).click();
  await expect(page.getByText(words('documents:checkedBad_other', { count: 5 }))).toBeVisible();
  const massOf = (row: number) => page.getByRole('textbox', { name: `第 ${row} 行 重量` });
  await massOf(1).focus();
  for (const mass of ['402.5', '402.5', '402.5', '402.5', 'abc']) await type(mass);
  await expect(field).toBeFocused();
  await expect(page.getByText('共 5 行，5 件，1,610 kg')).toBeVisible();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: '确认入库', exact: true });
  await page.getByRole('button', { name: '确认入库', exact: true }).click();
  await confirm.click();
  await expect(dialog).toContainText(`第 5 行 · ${codes[4]}：请输入数字`);
  await page.keyboard.press('Escape');
  await expect(massOf(5)).toHaveAttribute('aria-invalid', 'true');
  await expect(massOf(5)).toHaveAccessibleDescription('请输入数字');
  await expect(massOf(5)).toHaveValue('abc');
  await massOf(5).fill('402.5');
  await massOf(5).press('Enter');
  await expect(page.getByText('共 5 行，5 件，2,012.5 kg')).toBeVisible();
  await page.getByRole('button', { name: words('documents:check') }).click();
  await expect(page.getByText(words('documents:checkedWarned_other', { count: 1 }))).toBeVisible();

  // Another person adds lines: one without a mass is seen before it is posted.
  const addLine = (clientKey: string, kg: string) =>
    main.call('POST', '/receipt/saveLines', {
      id: /receipt\/([0-9a-f-]{36})/.exec(page.url())?.[1],
      lines: [{ clientKey, code: freshCode(), kg }],
    });
  await addLine('theirs', '400');
  await page.getByRole('textbox', { name: '第 1 行 备注' }).fill('外壳划痕');
  await page.keyboard.press('Enter');
  await expect(massOf(6)).toHaveValue('400');
  await addLine('unseen', '');
  await page.getByRole('button', { name: '确认入库', exact: true }).click();
  await confirm.click();
  await expect(dialog).toContainText(words('documents:changedElsewhere_other', { count: 1 }));
  await confirm.click();
  await expect(dialog).toContainText(/第 7 行 · 001PB\w+：请填写重量/);
  await page.keyboard.press('Escape');
  await expect(massOf(7)).toHaveAttribute('aria-invalid', 'true');
  await massOf(7).fill('400');
  await massOf(7).press('Enter');
  await page.getByRole('button', { name: '确认入库', exact: true }).click();
  await postWithoutSource(page);
  await expect(title(page)).toContainText(/^RK\d{8}-\d{4}/);
  expect(await batteryOf(codes[4])).toMatchObject({ state: 'in_test', storeId });
});

test('a link prefills a new document with lines, and a copy begins like its original', {
  tag: '@slow',
}, async ({ page }) => {
  const main = await asUser('demo_main');
  const key = freshKey();
  const storeId = await insert('/store', { code: `L${key}`, name: `发货库 ${key}`, kind: 4 });
  const codes = Array.from({ length: 3 }, freshCode);
  const link = (remark: string) =>
    `/backoffice/issue/new?preset=handover&storeId=${storeId}&remark=${remark}&no=X&driverId=nobody#codes=${codes.join('.')}`;
  await signIn(page, 'demo_main', link('first'), 'zh');
  const form = page.getByRole('form', { name: '新增出库单' });
  const remark = form.getByRole('textbox', { name: '备注' });
  await expect(form.getByRole('combobox', { name: '出库类型' })).toHaveValue('报废移交');
  await expect(form.getByRole('combobox', { name: '仓库', exact: true })).toHaveValue(`发货库 ${key}`);
  await expect(form.getByRole('combobox', { name: '驾驶员' })).toHaveValue('');
  await expect(remark).toHaveValue('first');
  await expect(page.getByText('保存后将带入 3 个电池作为明细。')).toBeVisible();
  await form.getByRole('button', { name: words('backoffice:form.save'), exact: true }).click();
  await expect(page).toHaveURL(/\/backoffice\/issue\/[0-9a-f-]{36}/);
  await expect(page.getByText('共 3 行，3 件')).toBeVisible();
  await expect(page.getByText(codes[2] as string)).toBeVisible();

  await page.getByRole('button', { name: words('backoffice:menu.of', { title: '出库单' }) }).click();
  await page.getByRole('menuitem', { name: '复制' }).click();
  await expect(remark).toHaveValue('first');
  await remark.fill('second');
  await form.getByRole('button', { name: words('backoffice:form.save'), exact: true }).click();
  await expect(page.getByText('共 3 行，3 件').filter({ visible: true })).toBeVisible();
  const { list } = await main.call<{ list: { id: string; remark: string }[] }>(
    'GET',
    `/issue/findPage?filter=${encodeURIComponent(JSON.stringify([{ field: 'storeId', op: 'equals', value: storeId }]))}`,
  );
  expect(list.map((row) => row.remark).sort()).toEqual(['first', 'second']);
  for (const { id } of list) {
    const lines = await main.call<{ list: { code: string }[] }>('GET', `/issue/lines?id=${id}`);
    expect(lines.list.map(({ code }) => code)).toEqual(codes);
  }

  // Another person cancels it: a late scan is not saved, and the page shows the document's real state.
  await step('/issue', page.url().match(/[0-9a-f-]{36}/)?.[0], 'cancel');
  const late = freshCode();
  await scan(page, late);
  await expect(page.getByText(words('documents:saveFailed'))).toBeVisible();
  await expect(page.getByText(words('fields:resource.notEditable'))).toBeVisible();
  await expect(page.getByText(words('documents:notSaved_other', { count: 1, names: late }))).toBeVisible();
  await expect(page.getByRole('button', { name: '提交', exact: true })).toHaveCount(0);
});

test('the buttons of a battery open a prefilled document that moves it; nothing else changes its state', async ({
  page,
}) => {
  const main = await asUser('demo_main');
  const code = freshCode();
  const id = await insert('/battery', { batteryCode: code, massKg: '402' });
  await signIn(page, 'demo_main', `/backoffice/battery/${id}`, 'zh');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await expect(button('售出')).toHaveCount(0);
  await button('入库').click();
  await expect(page).toHaveURL(/\/backoffice\/receipt\/new\?preset=collection#codes=/);
  const form = page.getByRole('form', { name: '新增入库单' });
  await expect(form.getByRole('combobox', { name: '入库类型' })).toHaveValue('回收入库');
  const key = freshKey();
  await insert('/store', { code: `B${key}`, name: `待检库 ${key}`, kind: 1 });
  await form.getByRole('combobox', { name: '仓库', exact: true }).fill(`待检库 ${key}`);
  await page.getByRole('option', { name: `待检库 ${key}` }).click();
  await form.getByRole('button', { name: words('backoffice:form.save'), exact: true }).click();
  await expect(page.getByText('共 1 行，1 件，402 kg')).toBeVisible();
  await button('确认入库').click();
  await postWithoutSource(page);
  await expect(title(page)).toContainText(/^RK\d{8}-\d{4}/);

  await page.goto(`/backoffice/battery/${id}`);
  await expect(button('入库')).toHaveCount(0);
  await button('检测完成').click();
  await expect(page).toHaveURL(
    /\/backoffice\/conditionChange\/new\?preset=fromTest&storeId=[0-9a-f-]{36}#codes=/,
  );
  const { state } = await main.call<{ state: string }>('GET', `/battery/findById?id=${id}`);
  expect(state).toBe('in_test');
});

test('a receipt takes lines from a file and by intake with keys; goods in the store are picked from stock', {
  tag: '@slow',
}, async ({ page }) => {
  const main = await asUser('demo_main');
  const key = freshKey();
  const [storeId, toStoreId] = await Promise.all(
    ['I', 'J'].map((letter) =>
      insert('/store', {
        code: `${letter}${key}`,
        name: `逐件库 ${letter}${key}`,
        kind: 1,
        locations: [{ code: 'L1' }],
      }),
    ),
  );
  const customerId = await insert('/client', { clientName: `交售人 ${key}`, customerType: 0 });
  const receipt = await draft('/receipt', { preset: 'collection', storeId, customerId }, []);
  await page.addInitScript(`window.printed = [];
    window.print = () => window.printed.push(document.querySelector('[data-print] [data-sheet]') !== null);`);
  await signIn(page, 'demo_main', `/backoffice/receipt/${receipt}`, 'zh');
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  const [first = '', second = '', third = '', fourth = ''] = Array.from({ length: 4 }, freshCode);
  const csv = (mass: string) => ({
    name: '明细.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`电池编码,重量,库位\r\n${first},${mass},L1\r\n${second},401,L1\r\n`),
  });
  await button(words('documents:file.open')).click();
  const dialog = page.getByRole('dialog', { name: words('documents:file.title') });
  const file = dialog.locator('input[type=file]');
  await file.setInputFiles(csv('约四百'));
  await expect(dialog.getByRole('alert')).toHaveText('有 1 个单元格有误，未添加任何明细。');
  await expect(dialog.getByRole('row').nth(1)).toContainText('2重量');
  await dialog.getByRole('button', { name: words('documents:file.again') }).click();
  await file.setInputFiles(csv('400'));
  await expect(dialog).toBeHidden();
  await expect(page.getByText('共 2 行，2 件，801 kg')).toBeVisible();
  await expect(page.getByText(words('documents:checkedGood'))).toBeVisible();

  await button(words('documents:desk.open')).click();
  const desk = page.getByRole('dialog');
  await desk.getByRole('checkbox', { name: words('documents:intake.prints') }).press('Space');
  const field = desk.getByRole('textbox', { name: words('documents:scan.label') });
  await field.fill(third);
  await field.press('Enter');
  const intake = desk.getByRole('form', { name: `电池 ${third}` });
  await expect(intake.getByText('磷酸铁锂电池')).toBeVisible();
  await expect(intake.getByRole('textbox', { name: '重量' })).toBeFocused();
  await page.keyboard.type('abc');
  await page.keyboard.press('Control+Enter');
  await expect(intake.getByRole('textbox', { name: '重量' })).toHaveAttribute('aria-invalid', 'true');
  await intake.getByRole('textbox', { name: '重量' }).fill('402,5');
  await page.keyboard.press('Tab');
  await expect(intake.getByRole('combobox', { name: '库存状态' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('L1');
  await page.keyboard.press('Tab');
  await page.keyboard.type('外壳划痕');
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await expect(desk.getByText(`${third}`).first()).toBeVisible();
  await expect.poll(() => page.evaluate('window.printed')).toEqual([true]);
  // The next one goes to the same location.
  await page.keyboard.type(fourth);
  await page.keyboard.press('Enter');
  // A scale types immediately: no key before the field has the focus is lost.
  await page.keyboard.type('403');
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  // The last one is removed; its mass was not weighed, but saved by the next scan.
  const [fifth, sixth] = [freshCode(), freshCode()];
  await page.keyboard.type(fifth);
  await page.keyboard.press('Enter');
  await page.keyboard.type(sixth);
  await page.keyboard.press('Enter');
  await desk.getByRole('form', { name: `电池 ${sixth}` }).press('Escape');
  const undo = desk.getByRole('button', { name: words('documents:desk.undo') });
  await undo.click();
  await expect(undo).toBeHidden();
  await expect(field).toBeFocused();
  await desk.getByRole('button', { name: words('ui:close') }).click();
  await expect(page.getByText('共 4 行，4 件，1,606.5 kg')).toBeVisible();
  const { list } = await main.call<{ list: object[] }>('GET', `/receipt/lines?id=${receipt}`);
  expect(list.slice(2)).toMatchObject([
    { code: third, kg: '402.5', location: 'L1', remark: '外壳划痕' },
    { code: fourth, kg: '403', location: 'L1', remark: null },
  ]);
  await confirmStep(page, '确认入库');
  await expect(title(page)).toContainText(/^RK\d{8}-\d{4}/);

  const move = await draft('/movement', { preset: 'move', storeId, toStoreId }, []);
  await page.goto(`/backoffice/movement/${move}`);
  await button(words('documents:pick.open')).click();
  const pick = page.getByRole('dialog', { name: words('documents:pick.title') });
  await pick.getByRole('row').filter({ hasText: first }).getByRole('checkbox').press('Space');
  await pick.getByRole('button', { name: '添加 1 行' }).click();
  await expect(page.getByText('共 1 行，1 件')).toBeVisible();
  await button(words('documents:pick.open')).click();
  await expect(pick.getByText(words('documents:pick.present'))).toHaveCount(1);
  await pick.getByRole('button', { name: '全选 4 项' }).click();
  await pick.getByRole('button', { name: '添加 3 行' }).click();
  await expect(page.getByText('共 4 行，4 件，1,606.5 kg')).toBeVisible();
});
