import { readFileSync } from 'node:fs';
import path from 'node:path';
import { contrast, mix, textOn } from '@voltloop/domain/colors/contrast.ts';
import { describe, expect, it } from 'vitest';
import { type Scheme, themeSheet, themeTokens } from './theme-colors.ts';
import { themePresets } from './themes.ts';

const css = readFileSync(path.join(import.meta.dirname, '../../ui/theme/tokens.css'), 'utf8');

/** The colours of tokens.css in one scheme, by name. */
function tokensOf(scheme: Scheme): Record<string, string> {
  const block = new RegExp(`data-mantine-color-scheme="${scheme}"\\]\\s*\\{([^}]*)\\}`).exec(css)?.[1] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--vl-([\w-]+):\s*(#[0-9a-f]{6});/g)].map((match) => [match[1], match[2]]),
  );
}

describe('colour arithmetic', () => {
  it('mixes colours and measures contrast', () => {
    expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
    expect(contrast('#ffffff', '#409EFF')).toBeCloseTo(2.78, 2);
  });
  it('uses white text only where it is legible (interpretation D04)', () => {
    expect(textOn('#304156')).toBe('#ffffff');
    expect(textOn('#409eff')).not.toBe('#ffffff');
  });
});

const cases = themePresets.flatMap((color) =>
  (['light', 'dark'] as const).map((scheme) => [color, scheme] as const),
);

describe.each(cases)('the theme %s in the %s scheme', (color, scheme) => {
  const colors = { ...tokensOf(scheme), ...themeTokens(color, scheme) };
  const on = (front: string, back: string) => {
    const [f, b] = [colors[front], colors[back]];
    if (!f || !b) throw new Error(`no colour ${f ? back : front}`);
    return contrast(f, b);
  };
  it.each([
    ...['bg', 'surface', 'surface-sunken', 'surface-hover', 'accent-soft', 'surface-selected'].flatMap(
      (back) => ['ink', 'ink-2', 'ink-3', 'accent-ink'].map((front) => [front, back] as const),
    ),
    ['on-accent', 'accent'] as const,
    ['on-accent', 'accent-hover'] as const,
  ])('text %s on %s has 4.5 : 1', (front, back) => {
    expect(on(front, back)).toBeGreaterThanOrEqual(4.5);
  });
  it('has an outline visible on every surface', () => {
    for (const back of ['bg', 'surface', 'surface-sunken', 'surface-hover'])
      expect(on('focus', back)).toBeGreaterThanOrEqual(3);
  });
  it('has buttons that contrast with a dark page, and the colour itself in the light scheme', () => {
    if (scheme === 'light') expect(colors.accent).toBe(color.toLowerCase());
    else expect(on('accent', 'surface')).toBeGreaterThanOrEqual(2);
  });
});

describe('the default theme', () => {
  it.each(['light', 'dark'] as const)('matches tokens.css: %s', (scheme) => {
    const { brand: _, ...tokens } = themeTokens(themePresets[0], scheme);
    expect(tokensOf(scheme)).toMatchObject(tokens);
  });
  it('has the surfaces of tokens.css', () => {
    for (const scheme of ['light', 'dark'] as const) {
      const { bg, surface } = tokensOf(scheme);
      expect([bg, surface]).toEqual(scheme === 'light' ? ['#f5f6f8', '#ffffff'] : ['#0d1015', '#14181f']);
    }
  });
});

it('a theme is a style sheet for both schemes', () => {
  const sheet = themeSheet('#11a983');
  expect(sheet).toContain('data-mantine-color-scheme="light"');
  expect(sheet).toContain('data-mantine-color-scheme="dark"');
  expect(sheet).toContain('--vl-accent:#11a983');
});
