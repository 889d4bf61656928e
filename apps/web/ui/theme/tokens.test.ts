import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');

/** The colours of one scheme, by token name. */
function scheme(name: 'light' | 'dark'): Record<string, string> {
  const block = new RegExp(`data-mantine-color-scheme="${name}"\\]\\s*\\{([^}]*)\\}`).exec(css)?.[1] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--vl-([\w-]+):\s*(#[0-9a-f]{6});/g)].map((match) => [
      match[1] as string,
      match[2] as string,
    ]),
  );
}

/** Relative luminance of #rrggbb (WCAG 2.2). */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const surfaces = ['bg', 'surface', 'surface-sunken', 'surface-hover'];
const texts = ['ink', 'ink-2', 'ink-3', 'accent-ink'];
const tones = ['ok', 'warning', 'danger', 'info', 'neutral'];

describe.each(['light', 'dark'] as const)('the %s scheme (WCAG AA, interpretation D04)', (name) => {
  const colors = scheme(name);
  const pair = (front: string, back: string) => {
    const [f, b] = [colors[front], colors[back]];
    if (!f || !b) throw new Error(`no colour ${f ? back : front}`);
    return contrast(f, b);
  };
  it.each(surfaces.flatMap((back) => texts.map((front) => [front, back] as const)))(
    'text %s on %s has 4.5 : 1',
    (front, back) => {
      expect(pair(front, back)).toBeGreaterThanOrEqual(4.5);
    },
  );
  it.each([
    ...tones.map((tone) => [`${tone}-ink`, `${tone}-soft`] as const),
    ...tones.map((tone) => [`${tone}-ink`, 'surface'] as const),
    ['on-accent', 'accent'],
    ['on-accent', 'accent-hover'],
    ['accent-ink', 'accent-soft'],
    ['ink', 'surface-selected'],
    ['ink-3', 'surface-selected'],
    ['chart-axis', 'surface'],
  ] as const)('text %s on %s has 4.5 : 1', (front, back) => {
    expect(pair(front, back)).toBeGreaterThanOrEqual(4.5);
  });
  it.each([
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `chart-${n}`),
    ...tones.map((tone) => `${tone}-mark`),
    'focus',
    'control-border',
  ])('graphic %s on a surface has 3 : 1', (front) => {
    expect(pair(front, 'surface')).toBeGreaterThanOrEqual(3);
  });
});

it('both schemes define the same colours', () => {
  expect(Object.keys(scheme('dark')).sort()).toEqual(Object.keys(scheme('light')).sort());
});
