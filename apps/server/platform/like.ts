import { type RawBuilder, sql } from 'kysely';

/** Text escaped for a LIKE pattern, so that its characters match literally. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * The ways in which names may contain a search text: as typed, in half width (an input method writes `ＥＺＬ`), and with
 * the full-width punctuation of Chinese names.
 */
export function writtenAs(text: string): string[] {
  const half = text.normalize('NFKC');
  return [...new Set([text, half, half.replace(/[!(),:;?]/g, fullWidth)])];
}

const fullWidth = (mark: string) => String.fromCharCode(mark.charCodeAt(0) + 0xfee0);

/** LIKE patterns that find a text literally, anywhere, in each of the ways it may be written. */
export const patterns = (text: string): string[] => writtenAs(text).map((each) => `%${escapeLike(each)}%`);

/** What follows LIKE to find a text literally, anywhere, in half or full width. */
export function containing(text: string): RawBuilder<unknown> {
  const [first, ...others] = patterns(text);
  return others.length === 0 ? sql`${first}` : sql`any(${[first, ...others]}::text[])`;
}
