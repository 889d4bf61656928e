/** Text escaped for a LIKE pattern, so that its characters match literally. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A LIKE pattern that finds `text` literally, anywhere. */
export const containing = (text: string): string => `%${escapeLike(text)}%`;
