import { codesWithin } from '@voltloop/domain/battery-code/index.ts';
import type { Burst } from '../../ui/keyboard/scan-detector.ts';

export const hasCode = (text: string): boolean => codesWithin(text).length > 0;

/**
 * The text of a scan. A scanner types the keys of its own layout: where the computer has another one (AZERTY), the
 * characters make no code, but the positions of the keys do.
 */
export const readingOf = ({ text, placed }: Pick<Burst, 'text' | 'placed'>): string =>
  text !== placed && !hasCode(text) && hasCode(placed) ? placed : text;
