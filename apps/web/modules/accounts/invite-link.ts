/**
 * The link of an invitation. The code is in the fragment, which browsers never send: so no log, proxy or referrer
 * contains it.
 */
export function inviteLink(origin: string, code: string): string {
  return `${origin}/invite#${code}`;
}

/** The code in a URL's fragment; null if there is none. */
export function codeOfHash(hash: string): string | null {
  return /^#([\w-]{1,64})$/.exec(hash)?.[1] ?? null;
}
