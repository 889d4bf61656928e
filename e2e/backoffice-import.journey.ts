import { readFile } from 'node:fs/promises';
import { codeRun, generate } from '@voltloop/domain/battery-code/index.ts';
import type { TableCell } from '../apps/server/platform/table-export.ts';
import { readSheet, workbookFile } from './spreadsheet.ts';
import { asUser, expect, signIn, test } from './ui.ts';

const ROWS = 5000;
/** Every 250th row is invalid: twenty in all, of four kinds. */
const EACH = 250;

/** Consecutive codes that no battery has yet. */
function codes(count: number): string[] {
  const spec = String(Math.floor(Math.random() * 90) + 10);
  const trace = `T${Date.now().toString(36).toUpperCase().slice(-6)}`;
  const made = generate({
    form: 'original',
    maker: '08B',
    productType: 3,
    chemistry: 'B',
    spec,
    trace,
    date: '2025-06-03',
    serial: 1,
  });
  return codeRun(made.code ?? '', count);
}

const workbook = (rows: readonly TableCell[][]) =>
  workbookFile('电池.xlsx', ['电池编码', '产品类型', '额定容量', '生产企业', '备注'], rows);

/** One of four kinds of invalid rows. */
function corrupt([code, type, capacity]: readonly TableCell[], kind: number): TableCell[] {
  switch (kind % 4) {
    case 0:
      return [String(code).slice(0, 23), type ?? null, capacity ?? null];
    case 1:
      return [code ?? null, '电池包', capacity ?? null];
    case 2:
      return [code ?? null, type ?? null, '很多'];
    default:
      return [code ?? null, type ?? null, capacity ?? null, '没有这个企业'];
  }
}

test('five thousand batteries are imported from a workbook: twenty invalid rows are reported, corrected, and all are written at once', {
  tag: '@slow',
}, async ({ page }) => {
  const all = codes(ROWS);
  const good = all.map((code): TableCell[] => [code, '电池单体', '280.5']);
  const corrupted = good.map((row, i) => (i % EACH === 7 ? corrupt(row, Math.floor(i / EACH)) : row));
  const main = await asUser('demo_main');
  const prefix = (all[0] ?? '').slice(0, 17);
  const stored = () => main.call<{ total: number }>('GET', `/battery/findPage?size=1&search=${prefix}`);

  await signIn(page, 'demo_main', '/backoffice/battery', 'zh');
  await page.getByRole('button', { name: '导入', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const input = dialog.locator('input[type="file"]');
  await input.setInputFiles(await workbook(corrupted));
  await expect(dialog).toContainText('共 5,000 行', { timeout: 60_000 });
  await expect(dialog).toContainText('20 行有误');
  // Only invalid rows are shown, with row number and reason.
  const rows = dialog.getByRole('grid').getByRole('row');
  await expect(rows.filter({ hasText: '没有这个企业' }).first()).toContainText('生产企业');
  await expect(rows.filter({ hasText: '很多' }).first()).toContainText('额定容量');
  await expect(rows.filter({ hasText: '电池包' }).first()).toContainText('产品类型');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载有误的行' }).click();
  const errors = await readSheet(await readFile(await (await download).path()));
  expect(errors).toHaveLength(21);
  expect((await stored()).total).toBe(0);

  await dialog.getByRole('button', { name: '重新选择文件' }).click();
  await input.setInputFiles(await workbook(good));
  await expect(dialog).toContainText('全部正确', { timeout: 60_000 });
  await dialog.getByRole('button', { name: '导入 5,000 条电池' }).click();
  await expect(dialog).toContainText('已导入 5,000 条电池', { timeout: 60_000 });
  expect((await stored()).total).toBe(ROWS);
  await dialog.getByRole('button', { name: '关闭' }).last().click();
  await expect(page.getByRole('grid')).toContainText(prefix);

  // The values encoded in the code are in the row, and the import is one entry of the audit trail.
  const { list } = await main.call<{ list: { productionDate: string; batteryType: string }[] }>(
    'GET',
    `/battery/findPage?size=1&search=${all[ROWS - 1]}`,
  );
  expect(list[0]).toMatchObject({ productionDate: '2025-06-03', batteryType: '2' });
});
