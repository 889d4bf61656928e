/** Letters and digits that cannot be taken for one another when they are read out or copied by hand. */
const SURE = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 12;

/** A password for somebody else: 12 sure characters, about 69 bits, which satisfies the policy as it is. */
export function newPassword(
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (b) => crypto.getRandomValues(b),
): string {
  let text = '';
  while (text.length < LENGTH) {
    // What lies beyond the last whole round of the alphabet is left out, so that every character is as likely.
    const limit = 256 - (256 % SURE.length);
    for (const byte of random(new Uint8Array(LENGTH))) {
      if (byte < limit && text.length < LENGTH) text += SURE[byte % SURE.length];
    }
  }
  return text;
}
