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
  ])('says of the colour "%s": %s', (color, said) => {
    expect(problem(brandForm.safeParse({ name: 'Sun', color }))).toBe(said);
  });
  it.each([
    ['', null],
    ['Energy.Example', null],
    ['energy.example:8080', 'brand.host'],
  ])('says of the host name "%s": %s', (host, said) => {
    expect(problem(hostForm.safeParse({ host }))).toBe(said);
  });
});

it('previews the last colour that is one', () => {
  expect(shownColor(' #ABCDEF', '#409EFF')).toBe('#abcdef');
  for (const text of ['', '#12', 'red;}', '#40']) expect(shownColor(text, '#409EFF')).toBe('#409eff');
});
