import type { Page } from '@playwright/test';
import { freshCode, freshKey, insert, words } from './office.ts';
import { expect, signIn, test, title } from './ui.ts';

const day = (from_days: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now() + from_days * 86_400_000);

/** An ID card number that no other run has used. */
function freshCard(): string {
  const front = `11010519491231${String(Date.now() % 1000).padStart(3, '0')}`;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((all, weight, place) => all + weight * Number(front[place]), 0);
  return front + '10X98765432'[sum % 11];
}

/** Chooses an option of a combobox by its text. */
async function choose(page: Page, box: ReturnType<Page['getByRole']>, option: string, search?: string) {
  if (search) await box.fill(search);
  else await box.click();
  // Options of references contain a hint beside the name.
  await page.getByRole('option', { name: option, exact: search === undefined }).click();
}

test('used batteries are quoted, accepted, received by scanner, inspected, settled and invoiced in reverse', async ({
  page,
}) => {
  const key = freshKey();
  const [seller, site, store] = [`交售人 ${key}`, `网点 ${key}`, `收货库 ${key}`];
  await insert('/client', { clientName: seller, customerType: 0, idCard: freshCard() });
  await insert('/recycle/site', {
    name: site,
    code: `W${key}`,
    kind: 1,
    region: '350203',
    address: '福建省厦门市思明区湖滨南路1号',
  });
  await insert('/store', { code: `H${key}`, name: store, kind: 1 });

  // The quotation: the amount is updated while typing.
  await signIn(page, 'demo_main', '/backoffice/collection/new', 'zh');
  const form = page.getByRole('form', { name: '新增回收单' });
  await choose(page, form.getByRole('combobox', { name: '交售方类型' }), '个人');
  await choose(page, form.getByRole('combobox', { name: '交售客户' }), seller, seller);
  await choose(page, form.getByRole('combobox', { name: '回收网点' }), site, site);
  await form.getByRole('textbox', { name: '报价有效期至' }).fill(day(7));
  await page.keyboard.press('Tab');
  const line = (n: number) => form.getByRole('group', { name: `报价明细 第 ${n} 行` });
  await choose(page, line(1).getByRole('combobox', { name: '材料形态' }), '电池包');
  await choose(page, line(1).getByRole('combobox', { name: '计价方式' }), '按件');
  await line(1).getByRole('textbox', { name: '件数' }).fill('1');
  await line(1).getByRole('textbox', { name: '单价' }).fill('2500.5');
  await form.getByRole('button', { name: '添加报价明细' }).click();
  await choose(page, line(2).getByRole('combobox', { name: '材料形态' }), '黑粉');
  await choose(page, line(2).getByRole('combobox', { name: '计价方式' }), '按金属');
  await expect(line(2).getByRole('textbox', { name: '单价' })).toHaveCount(0);
  await line(2).getByRole('textbox', { name: '重量' }).fill('1000');
  await line(2).getByRole('textbox', { name: '锂品位' }).fill('3');
  await line(2).getByRole('textbox', { name: '锂点价（每吨）' }).fill('2700');
  await expect(form.getByRole('status', { name: '报价金额' })).toHaveText('¥10,600.50');
  await form.getByRole('button', { name: words('backoffice:form.create'), exact: true }).click();
  await expect(title(page)).toContainText(/^HS\d{8}-\d{4}/);
  const collectionPage = new URL(page.url()).pathname;
  await expect(page.getByText('壹万零陆佰元伍角整')).toBeVisible();

  const dialog = page.getByRole('dialog');
  const take = async (button: string) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(dialog).toBeVisible();
  };
  const confirm = async (button: string, state: string) => {
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await expect(
      page.getByRole('list', { name: words('collection:stages') }).locator('[aria-current]'),
    ).toContainText(state);
  };
  await take('报价');
  await confirm('报价', '已报价');
  await take('登记接受');
  await dialog.getByRole('textbox', { name: '接受人' }).fill('李四');
  await confirm('登记接受', '已接受');
  await take('登记到货');
  await dialog.getByRole('textbox', { name: '车牌号' }).fill('闽D12345');
  await confirm('登记到货', '已到货');

  // The receipt already has the black mass; the pack is scanned.
  await page.getByRole('button', { name: '收货入库', exact: true }).click();
  const receipt = page.getByRole('form', { name: '新增入库单' });
  await expect(receipt.getByRole('combobox', { name: '来源客户' })).toHaveValue(seller);
  await expect(receipt.getByRole('textbox', { name: '车牌号' })).toHaveValue('闽D12345');
  await choose(page, receipt.getByRole('combobox', { name: '仓库', exact: true }), store, store);
  await receipt.getByRole('button', { name: words('backoffice:form.save'), exact: true }).click();
  await expect(page.getByText('共 1 行')).toBeVisible();
  const scan = page.getByRole('textbox', { name: words('documents:scan.label') });
  await scan.fill(freshCode());
  await scan.press('Enter');
  await expect(page.getByText('共 2 行，1 件')).toBeVisible();
  const mass = page.getByRole('textbox', { name: '第 2 行 重量' });
  await mass.fill('402.5');
  await mass.press('Enter');
  await expect(page.getByText('共 2 行，1 件，1,402.5 kg')).toBeVisible();
  await page.getByRole('button', { name: '确认入库', exact: true }).click();
  await dialog.getByRole('button', { name: '确认入库', exact: true }).click();
  await expect(title(page)).toContainText(/^RK\d{8}-\d{4}/);

  // Inspection: the settled mass is calculated from the weighed mass and the deductions.
  await page.goto(`${collectionPage}?tab=goods`);
  const goods = page.getByRole('group', { name: words('collection:progress') }).getByRole('row');
  await expect(goods.filter({ hasText: '黑粉' })).toContainText('1,000');
  await take('来料检验');
  const inspected = (n: number) => dialog.getByRole('group', { name: `来料检验明细 第 ${n} 行` });
  await expect(inspected(1)).toContainText('电池包');
  await inspected(2).getByRole('textbox', { name: '毛重' }).fill('1500');
  await inspected(2).getByRole('textbox', { name: '皮重' }).fill('1600');
  await dialog.getByRole('button', { name: '来料检验', exact: true }).click();
  await expect(dialog.getByText(words('rules:rule.collection.moreThanGross'))).toBeVisible();
  await inspected(2).getByRole('textbox', { name: '皮重' }).fill('500');
  await inspected(2).getByRole('textbox', { name: '扣杂' }).fill('2');
  await inspected(2).getByRole('textbox', { name: '扣水' }).fill('5');
  await expect(inspected(2).getByRole('status', { name: '结算重量' })).toHaveText('931kg');
  await confirm('来料检验', '已检验');

  // Settlement: by the assay there is less metal than quoted.
  await take('结算');
  await dialog.getByRole('textbox', { name: '化验单号' }).fill('HY-1');
  const settled = (n: number) => dialog.getByRole('group', { name: `结算明细 第 ${n} 行` });
  await expect(settled(1).getByRole('textbox', { name: '单价' })).toHaveValue('2500.5');
  await settled(2).getByRole('textbox', { name: '锂品位' }).fill('2.9');
  await expect(dialog.getByRole('status', { name: '结算金额' })).toHaveText('¥9,790.23');
  await dialog.getByRole('button', { name: '结算', exact: true }).click();
  await expect(page.getByText('玖仟柒佰玖拾元贰角叁分')).toBeVisible();
  await expect(page.getByRole('link', { name: words('backoffice:menu.edit') })).toHaveCount(0);

  // The printed settlement.
  await page.getByRole('button', { name: /的操作$/ }).click();
  await page.getByRole('menuitem', { name: '打印结算单' }).click();
  const paper = dialog.getByRole('article');
  await expect(paper).toContainText('结算单');
  await expect(paper).toContainText('金额大写 玖仟柒佰玖拾元贰角叁分');
  await page.keyboard.press('Escape');

  // The invoice that we issue on behalf of a natural person.
  await page.getByRole('button', { name: '开票', exact: true }).click();
  await dialog.getByRole('button', { name: words('collection:invoice.confirm') }).click();
  await expect(title(page)).toContainText(/^FP\d{8}-\d{4}/);
  await expect(page.getByText('反向开票', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: '开具', exact: true }).click();
  await dialog.getByRole('textbox', { name: '发票号码' }).fill(`2635200000${String(Date.now()).slice(-10)}`);
  await dialog.getByRole('button', { name: '开具', exact: true }).click();
  await expect(page.getByText('已开', { exact: true }).first()).toBeVisible();
  await page.goto(collectionPage);
  await expect(page.getByText('¥0.00')).toBeVisible();
});
