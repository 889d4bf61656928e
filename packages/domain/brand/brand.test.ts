import { describe, expect, it } from 'vitest';
import { brandColorProblem } from './brand-color.ts';
import { normalHost } from './host-name.ts';

describe('the main colour of a brand', () => {
  it.each(['#304156', '#409eff', '#f5222d', '#11a983', '#000000', '#767676'])('may be %s', (color) => {
    expect(brandColorProblem(color)).toBeNull();
  });
  it.each([
    ['red', 'brand.color'],
    ['#fff', 'brand.color'],
    ['#40ZEFF', 'brand.color'],
    ['#304156;}body{display:none', 'brand.color'],
    ['#304156\n', 'brand.color'],
    // White has 4.4 : 1 on it, dark text 4.4 : 1.
    ['#787878', 'brand.colorText'],
    ['#ffffff', 'brand.colorPage'],
    ['#ffee88', 'brand.colorPage'],
  ])('may not be %s: %s', (color, problem) => {
    expect(brandColorProblem(color)).toBe(problem);
  });
});

describe('a host name', () => {
  it.each([
    ['Energy.ACME.example', 'energy.acme.example'],
    [' energy.acme.example. ', 'energy.acme.example'],
    ['储能.例子.测试', 'xn--k0q319i.xn--fsqu00a.xn--0zwm56d'],
    ['Straße.example', 'xn--strae-oqa.example'],
    ['a-b.c1.xn--p1ai', 'a-b.c1.xn--p1ai'],
  ])('%s is stored as %s', (given, kept) => {
    expect(normalHost(given)).toBe(kept);
  });
  it.each([
    '',
    'localhost',
    'acme',
    'https://acme.example',
    'acme.example:8080',
    'acme.example/path',
    'user@acme.example',
    'acme.example?x',
    'acme.example#x',
    'acme%2eexample',
    '*.acme.example',
    '-a.example',
    'a..example',
    'a_b.example',
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    'acme.example\\evil',
    'acme .example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(130)}example`,
  ])('"%s" is invalid', (given) => {
    expect(normalHost(given)).toBeNull();
  });
});
