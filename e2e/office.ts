import type { Page } from '@playwright/test';
import { asUser, textOf, today } from './ui.ts';

/** Texts of the console in Chinese, the language of the back office's journeys. */
export const words = (key: string, values?: Record<string, string | number>) => textOf('zh', key, values);

/** A digit of its own for each parallel worker. */
const worker = (Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 9) + 1;
let made = 0;
/** Capital letters and digits that no other journey uses. */
export const freshKey = () => `${Date.now().toString(36)}${worker}${++made}`.toUpperCase();

/** The code of a pack that no other journey uses: its number is from the clock. */
export function freshCode(): string {
  const number = (Date.now() + ++made * 7919) % 9_999_999;
  return `001PB24000000${worker}B3C${String(number).padStart(7, '0')}`;
}

/** Inserts a row by a call; returns its id. */
export async function insert(path: string, row: object, user = 'demo_main'): Promise<string> {
  const client = await asUser(user);
  return (await client.call<{ id: string }>('POST', `${path}/insert`, row)).id;
}

/** Inserts a document of today with these lines; returns its id. */
export async function draft(path: string, header: object, lines: readonly object[], user = 'demo_main') {
  const id = await insert(path, { day: today(), ...header }, user);
  const keyed = lines.map((line, n) => ({ clientKey: `k${n}`, ...line }));
  await (await asUser(user)).call('POST', `${path}/saveLines`, { id, lines: keyed });
  return id;
}

/** Takes a step of the life cycle of a row, and confirms the warnings of a posting with a reason. */
export async function step(path: string, id: string | undefined, name: string, user = 'demo_main') {
  const client = await asUser(user);
  const body = { id, step: name };
  if (name !== 'post') return client.call<{ list: { no: string }[] }>('POST', `${path}/step`, body);
  const { warnings } = await client.call<{ warnings: { path: string; key: string }[] }>(
    'POST',
    `${path}/check`,
    {
      id,
    },
  );
  const confirmed = warnings.map(({ path: at, key }) => ({ path: at, key }));
  return client.call<{ list: { no: string }[] }>('POST', `${path}/step`, {
    ...body,
    confirmed,
    ...(confirmed.length > 0 ? { reason: '验证' } : {}),
  });
}

/** Submits a document, which another account approves. */
export async function approve(path: string, id: string): Promise<void> {
  await step(path, id, 'submit');
  await step(path, id, 'approve', 'demo_staff');
}

/** Posts a receipt of collected goods, available unless a line states otherwise, into a store; returns its id. */
export async function receive(storeId: string, lines: readonly object[], header: object = {}) {
  const sorted = lines.map((line) => ({ condition: 'available', ...line }));
  const id = await draft('/receipt', { preset: 'collection', storeId, ...header }, sorted);
  await step('/receipt', id, 'post');
  return id;
}

/** A battery as its list shows it. */
export async function batteryOf(code: string | undefined) {
  const main = await asUser('demo_main');
  const path = `/battery/findPage?batteryCode=${code}`;
  return (await main.call<{ list: Record<string, unknown>[] }>('GET', path)).list[0];
}

export const scanField = (page: Page) => page.getByRole('textbox', { name: words('documents:scan.label') });

/** Types a code into the scan field of a document, as a scanner does. */
export async function scan(page: Page, code: string): Promise<void> {
  await scanField(page).fill(code);
  await scanField(page).press('Enter');
}

/** Takes a step by the button of a page, and confirms it in the dialog. */
export async function confirmStep(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}
