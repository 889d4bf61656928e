/** Text within a LIKE pattern that stands for itself, signs of patterns included. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A LIKE pattern that finds `text` as it stands, anywhere. */
export const containing = (text: string): string => `%${escapeLike(text)}%`;
