import { contrast, DARK_TEXT, luminance, mix, TEXT, textOn } from '@voltloop/domain/colors/contrast.ts';

export type Scheme = 'light' | 'dark';

/** The surfaces behind text and marks of a theme, from tokens.css; a test keeps them equal. */
const grounds = {
  light: {
    surfaces: ['#f5f6f8', '#ffffff', '#f0f2f5', '#f3f5f8'],
    surface: '#ffffff',
    quiet: '#5d6879',
    toward: '#000000',
  },
  dark: {
    surfaces: ['#0d1015', '#14181f', '#10141a', '#1b212a'],
    surface: '#14181f',
    quiet: '#8793a4',
    toward: '#ffffff',
  },
} as const;

const GRAPHIC = 3;

/** Mixes `color` with increasing shares of `toward` until the result is accepted. */
function until(color: string, toward: string, accepts: (color: string) => boolean): string {
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(color, toward, share);
    if (accepts(mixed)) return mixed;
  }
  return toward;
}

/**
 * The accent tokens of a theme colour in one scheme. The primary button has the colour itself; the text on it, and
 * its use as text or outline, are shifted only as far as legibility requires. In the dark scheme, colours with too
 * little contrast to the page are lightened.
 */
export function themeTokens(color: string, scheme: Scheme): Record<string, string> {
  const { surfaces, surface, quiet, toward } = grounds[scheme];
  const base = color.toLowerCase();
  const accent =
    contrast(base, surface) >= 2 || scheme === 'light'
      ? base
      : until(base, toward, (each) => contrast(each, surface) >= GRAPHIC);
  const onAccent = textOn(accent);
  const towardHover = onAccent === DARK_TEXT || luminance(accent) < 0.03 ? '#ffffff' : '#000000';
  const soft = until(
    mix(surface, accent, scheme === 'light' ? 0.12 : 0.2),
    surface,
    (each) => contrast(quiet, each) >= TEXT,
  );
  return {
    brand: accent,
    accent,
    'accent-hover': mix(accent, towardHover, 0.12),
    'on-accent': onAccent,
    'accent-soft': soft,
    'surface-selected': soft,
    'accent-ink': until(base, toward, (each) =>
      [...surfaces, soft].every((on) => contrast(each, on) >= TEXT),
    ),
    focus: until(base, toward, (each) => surfaces.every((on) => contrast(each, on) >= GRAPHIC)),
  };
}

/** A style sheet with the accent tokens of a theme in both schemes; it overrides tokens.css wherever it is loaded. */
export function themeSheet(color: string): string {
  return (['light', 'dark'] as const)
    .map((scheme) => {
      const lines = Object.entries(themeTokens(color, scheme)).map(
        ([name, value]) => `--vl-${name}:${value}`,
      );
      return `:root:root[data-mantine-color-scheme="${scheme}"]{${lines.join(';')}}`;
    })
    .join('');
}
