import { contrast, TEXT, textOn } from '../colors/contrast.ts';

/** Minimum contrast with the light page, so that a button can be distinguished from it. */
const PAGE = 2;

/**
 * The problem of a brand's main colour, as a key of the console's catalogue; null if it can be used. White or dark
 * text on it needs the contrast of WCAG AA; shades for text and for dark pages are derived from it.
 */
export function brandColorProblem(
  color: string,
): 'brand.color' | 'brand.colorText' | 'brand.colorPage' | null {
  if (!/^#[0-9a-f]{6}$/.test(color)) return 'brand.color';
  if (contrast(textOn(color), color) < TEXT) return 'brand.colorText';
  return contrast(color, '#ffffff') < PAGE ? 'brand.colorPage' : null;
}
