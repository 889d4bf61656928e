import { optionLabel } from '@voltloop/domain/options/index.ts';
import { startSandbox } from '../platform-sandbox/index.ts';
import { draft, insert, step } from './office.ts';
import { asUser, expect, signIn, test, textOf, title } from './ui.ts';

const words = (key: string, values?: Record<string, string | number>) =>
  textOf('zh', `reporting:${key}`, values);
const stateOf = (state: number) => optionLabel('reportedState', state, 'zh');
const SECRET = 'a secret of the journeys';

test('a posted receipt is due, submitted, refused by the platform, corrected and accepted', async ({
  page,
}) => {
  // Tabs stay mounted: the list of the previous tab is in the DOM, too.
  const shown = (text: string) => page.getByText(text).filter({ visible: true }).first();
  const platform = await startSandbox({ secrets: { journey: SECRET } });
  try {
    const main = await asUser('demo_main');
    const serial = String(Date.now()).slice(-7);
    const name = `上报测试${serial}`;
    const contact = { contact: '李经理', phone: '13900139000', address: '循环路8号' };
    const enterpriseId = await insert('/enterprise', { name, kind: 6, duns: `12${serial}`, ...contact });
    const siteId = await insert('/recycle/site', { name, address: '循环路8号', enterpriseId });
    const storeId = await insert('/store', { code: `R${serial}`, name, kind: 1, siteId });
    const made = await main.call<{ ids: string[] }>('POST', '/reportingConfig/insert', {
      types: [8],
      enterpriseId,
      channel: 'http',
      endpoint: platform.url,
      platformCode: `E${serial}`,
      keyId: 'journey',
      secret: SECRET,
    });
    // 30 calendar days before today.
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(
      new Date(Date.now() - 30 * 86_400_000),
    );
    const supplier = await insert('/enterprise', {
      name: `${name}供应商`,
      kind: 3,
      ...contact,
      duns: `13${serial}`,
    });
    const code = `04QPB12345678A6B9${serial}`;
    const header = { preset: 'purchase', day, storeId, enterpriseId: supplier };
    const receipt = await draft('/receipt', header, [{ code, kg: '400.5' }]);
    await step('/receipt', receipt, 'post');

    // The configuration comes into effect.
    await signIn(page, 'demo_main', '/backoffice/reportingConfig', 'zh', title(page));
    await expect(title(page)).toHaveText(words('config.title'));
    const config = page.getByRole('row').filter({ hasText: `E${serial}` });
    await config
      .getByRole('button', {
        name: words('config.activateOf', { what: optionLabel('reportedType', 8, 'zh') }),
      })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('config.activate'), exact: true })
      .click();
    await expect(config).toContainText(optionLabel('reportedConfigStatus', 2, 'zh'));
    expect(made.ids).toHaveLength(1);

    // It is due today, and on the page of its document.
    await page.goto(`/backoffice/reporting?when=today&enterprise=${enterpriseId}`);
    await expect(title(page)).toHaveText(words('title'));
    const row = page.getByRole('row').filter({ hasText: code });
    await expect(row).toContainText(words('due.today'));
    await expect(row).toContainText(stateOf(1));
    await page.goto(`/backoffice/receipt/${receipt}?tab=reports`);
    await expect(page.getByRole('link', { name: code })).toBeVisible();

    // Submitted from the list, and refused.
    platform.fault({ kind: 'refuse', field: 'contractNo', message: '合同编号必填' });
    await page.goto(`/backoffice/reporting?search=${code}`);
    await row.getByRole('checkbox').check();
    await page.getByRole('button', { name: '上报 1 条' }).click();
    await expect(row).toContainText(stateOf(4), { timeout: 30_000 });
    await row.click();
    await expect(title(page)).toHaveText(code);
    await expect(shown('合同编号必填')).toBeVisible();

    // Corrected, submitted again, accepted.
    await page.getByRole('button', { name: words('correct.button') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: '合同编号' }).fill(`HT-${serial}`);
    await dialog.getByRole('textbox', { name: words('correct.reason') }).fill('平台要求合同编号');
    await dialog.getByRole('button', { name: words('correct.save') }).click();
    await expect(dialog).toBeHidden();
    await expect(shown(`HT-${serial}`)).toBeVisible();
    await page.getByRole('button', { name: words('submit.again') }).click();
    await expect(shown(stateOf(3))).toBeVisible({ timeout: 30_000 });
    const [refused, accepted, ...others] = platform.records;
    expect(others).toEqual([]);
    expect(refused).toMatchObject({ status: 'refused', version: 1 });
    expect(accepted).toMatchObject({
      status: 'accepted',
      version: 2,
      enterprise: `E${serial}`,
      payload: { code },
    });
    await expect(shown(String(accepted?.platformId))).toBeVisible();
    await expect(shown(words('attempts.nth', { n: 2 }))).toBeVisible();
  } finally {
    await platform.stop();
  }
});
