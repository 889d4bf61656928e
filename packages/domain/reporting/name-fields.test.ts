import { expect, test } from 'vitest';
import { withFieldNames } from './name-fields.ts';

test('a refusal of the platform names fields by their labels', () => {
  expect(withFieldNames(8, 'sourceUscc: 来源企业未在平台备案; weight: 超限', 'zh')).toMatch(
    /^(?!.*sourceUscc).*：来源企业未在平台备案/,
  );
  expect(withFieldNames(8, 'sourceUscc: not registered', 'en')).not.toContain('sourceUscc');
});

test('other texts of the platform are unchanged', () => {
  for (const text of ['时间: 12:30', 'https: error', 'unknown: field'])
    expect(withFieldNames(8, text, 'zh')).toBe(text);
});
