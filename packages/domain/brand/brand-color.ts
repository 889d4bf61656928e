import { contrast, TEXT, textOn } from '../colors/contrast.ts';

/** A button in a colour that is closer to the light page than this cannot be distinguished from it. */
const PAGE = 2;

/**
 * What is wrong with the main colour of a brand, as a key of the console's catalogue; null for one that can be used. Text
 * is on it, white or dark, and needs the contrast of WCAG AA; shades for text and for dark pages are derived from it.
 */
export function brandColorProblem(
  color: string,
): 'brand.color' | 'brand.colorText' | 'brand.colorPage' | null {
  if (!/^#[0-9a-f]{6}$/.test(color)) return 'brand.color';
  if (contrast(textOn(color), color) < TEXT) return 'brand.colorText';
  return contrast(color, '#ffffff') < PAGE ? 'brand.colorPage' : null;
}
