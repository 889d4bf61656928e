/**
 * Seeded noise as pure functions of (seed, number) without generator state: the same seed and time return the same value
 * regardless of earlier calls, and months of history end exactly where the live simulation continues.
 */

/** A well-mixed unsigned 32-bit number of two integers (murmur3's finalizer). */
export function hash32(seed: number, n: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul((n | 0) + 0x7f4a7c15, 0xc2b2ae35);
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** In [0, 1). */
export function uniform(seed: number, n: number): number {
  return hash32(seed, n) / 0x1_0000_0000;
}

export function between(seed: number, n: number, low: number, high: number): number {
  return low + (high - low) * uniform(seed, n);
}

/** Normal with mean 0 and deviation 1, clipped at 3 deviations (Box-Muller). */
export function gaussian(seed: number, n: number): number {
  const u = 1 - uniform(seed, 2 * n);
  const g = Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * uniform(seed, 2 * n + 1));
  return Math.max(-3, Math.min(3, g));
}

/** A smooth random curve in [-1, 1]: random values at integer `x`, eased in between. */
export function smoothNoise(seed: number, x: number): number {
  const i = Math.floor(x);
  const f = x - i;
  const a = uniform(seed, i);
  const b = uniform(seed, i + 1);
  return 2 * (a + (b - a) * f * f * (3 - 2 * f)) - 1;
}

/** A separate seed for one quantity of one system, so that quantities are uncorrelated. */
export function stream(seed: number, subject: string): number {
  return hash32(seed, seedOf(subject));
}

/** A 32-bit seed from a text (FNV-1a). */
export function seedOf(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}
