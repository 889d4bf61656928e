/**
 * The link of an invitation. The code is behind `#`: no browser sends that part to a server, so no log, proxy or
 * referrer ever holds it.
 */
export function inviteLink(origin: string, code: string): string {
  return `${origin}/invite#${code}`;
}

/** The code in an address's part behind `#`; null when there is none. */
export function codeOfHash(hash: string): string | null {
  return /^#([\w-]{1,64})$/.exec(hash)?.[1] ?? null;
}
