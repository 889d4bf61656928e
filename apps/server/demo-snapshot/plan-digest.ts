import { createHash } from 'node:crypto';
import { planOf } from '../demo/seed/business/plan.ts';
import { type BusinessSize, sizes } from '../demo/seed/business/rows.ts';

/** A digest of everything that the generator would create. */
export function planDigest(size: BusinessSize, begun: Date): string {
  const hash = createHash('sha256');
  for (const step of planOf(sizes[size], begun)) hash.update(JSON.stringify(step));
  return hash.digest('hex');
}
