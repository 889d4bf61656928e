/** A noted end of the chain as it is written down: `1042:9f86…`. */
export const writeAnchor = ({ seq, hash }: { seq: number; hash: string }) => `${seq}:${hash}`;

/** Reads it again, whatever spaces and capitals came with it; null for what is none. */
export function parseAnchor(text: string): { seq: number; hash: string } | null {
  const match = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text.replace(/\s+/g, '').toLowerCase());
  const seq = Number(match?.[1]);
  return match?.[2] && seq > 0 ? { seq, hash: match[2] } : null;
}
