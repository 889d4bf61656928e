/** Letters and digits that are not confused when read out or copied by hand. */
const UNAMBIGUOUS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 12;

/** A password for another user: 12 unambiguous characters, about 69 bits, which satisfies the policy. */
export function newPassword(
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (b) => crypto.getRandomValues(b),
): string {
  let text = '';
  while (text.length < LENGTH) {
    // Rejection sampling: bytes beyond the last full multiple of the alphabet are dropped, so that every character
    // is equally likely.
    const limit = 256 - (256 % UNAMBIGUOUS.length);
    for (const byte of random(new Uint8Array(LENGTH))) {
      if (byte < limit && text.length < LENGTH) text += UNAMBIGUOUS[byte % UNAMBIGUOUS.length];
    }
  }
  return text;
}
