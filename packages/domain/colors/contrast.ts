/** #rrggbb as red, green, blue, 0-255. */
type Rgb = [number, number, number];

/** Dark text colour, used where white has too little contrast. */
export const DARK_TEXT = '#0b0f15';
/** The contrast that text needs (WCAG 2.2 AA). */
export const TEXT = 4.5;

function parse(hex: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;
}

/** `share` of `b` over `a`, 0-1. */
export function mix(a: string, b: string, share: number): string {
  const [from, to] = [parse(a), parse(b)];
  const part = (at: number) =>
    Math.round((from[at] ?? 0) * (1 - share) + (to[at] ?? 0) * share)
      .toString(16)
      .padStart(2, '0');
  return `#${part(0)}${part(1)}${part(2)}`;
}

/** Relative luminance of #rrggbb (WCAG 2.2). */
export function luminance(hex: string): number {
  const [r, g, b] = parse(hex).map((each) => {
    const c = each / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of two colours, 1-21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** White if it is readable on a colour, else the dark text (interpretation D04). */
export function textOn(color: string): string {
  return contrast('#ffffff', color) >= TEXT ? '#ffffff' : DARK_TEXT;
}
