import { expect, test } from 'vitest';
import { readingOf } from './reading-of.ts';

const code = '04QCB76836300JBC40000903';

test('a scan whose characters come from another layout of the keyboard is read by the positions of its keys', () => {
  expect(readingOf({ text: "à'AC...", placed: `${code}\n` })).toBe(`${code}\n`);
  expect(readingOf({ text: code, placed: '04ACB76836300JBC40000903' })).toBe(code);
  expect(readingOf({ text: 'LFV2A21K', placed: 'LFV2Q21K' })).toBe('LFV2A21K');
});
