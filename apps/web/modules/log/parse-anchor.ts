/** Formats a noted end of the chain: `1042:9f86…`. */
export const writeAnchor = ({ seq, hash }: { seq: number; hash: string }) => `${seq}:${hash}`;

/** Parses it, ignoring spaces and case; null if invalid. */
export function parseAnchor(text: string): { seq: number; hash: string } | null {
  const match = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text.replace(/\s+/g, '').toLowerCase());
  const seq = Number(match?.[1]);
  return match?.[2] && seq > 0 ? { seq, hash: match[2] } : null;
}
