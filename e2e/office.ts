import type { Page } from '@playwright/test';
import type { Client } from './api.ts';
import { textOf, today } from './ui.ts';

/** Texts of the back office, whose journeys are in Chinese. */
export const words = (key: string, values?: Record<string, string | number>) => textOf('zh', key, values);

/** A digit of its own for each parallel worker. */
const worker = (Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 9) + 1;
let made = 0;
/** The code of a pack that no other journey uses: its number is from the clock. */
export function freshCode(): string {
  const number = (Date.now() + ++made * 7919) % 9_999_999;
  return `001PB24000000${worker}B3C${String(number).padStart(7, '0')}`;
}

export const scanField = (page: Page) => page.getByRole('textbox', { name: words('documents:scan.label') });

/** Enters a text into the field of codes. */
export async function scan(page: Page, text: string): Promise<void> {
  await scanField(page).fill(text);
  await scanField(page).press('Enter');
}

/** Creates a draft of today with its lines; returns its id. */
export async function draft(by: Client, path: string, header: object, lines: readonly object[]) {
  const { id } = await by.call<{ id: string }>('POST', `${path}/insert`, { day: today(), ...header });
  await by.call('POST', `${path}/saveLines`, {
    id,
    lines: lines.map((line, n) => ({ clientKey: `k${n}`, ...line })),
  });
  return id;
}
