import { describe, expect, it } from 'vitest';
import { brandForm, hostForm, shownColor } from './brand-rules.ts';

const problem = (result: { success: boolean; error?: { issues: { message: string }[] } | undefined }) =>
  result.success ? null : result.error?.issues[0]?.message;

describe('the form of a brand', () => {
  it.each([
    ['', null],
    [' #304156 ', null],
    ['#304156'.toUpperCase(), null],
    ['blue', 'brand.color'],
    ['#787878', 'brand.colorText'],
    ['#ffffff', 'brand.colorPage'],
  ])('validates the colour "%s": %s', (color, expected) => {
    expect(problem(brandForm.safeParse({ name: 'Sun', color }))).toBe(expected);
  });
  it.each([
    ['', null],
    ['Energy.Example', null],
    ['energy.example:8080', 'brand.host'],
  ])('validates the host name "%s": %s', (host, expected) => {
    expect(problem(hostForm.safeParse({ host }))).toBe(expected);
  });
});

it('previews the last valid colour', () => {
  expect(shownColor(' #ABCDEF', '#409EFF')).toBe('#abcdef');
  for (const text of ['', '#12', 'red;}', '#40']) expect(shownColor(text, '#409EFF')).toBe('#409eff');
});
