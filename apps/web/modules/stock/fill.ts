import type { Tone } from '../../ui/index.ts';

/** Pure: the fill level of a place, and its filtered contents. */

/** From this share a place is shown as nearly full. */
const NEARLY_PCT = 90;

export interface Fill {
  pct: number;
  tone: Extract<Tone, 'ok' | 'warning' | 'danger'>;
}

/** The used share of its capacity; null without a limit. */
export function fillOf(is: string | number, most: string | number | null): Fill | null {
  if (most === null || Number(most) <= 0) return null;
  const pct = (Number(is) / Number(most)) * 100;
  return { pct, tone: pct > 100 ? 'danger' : pct >= NEARLY_PCT ? 'warning' : 'ok' };
}

export interface Part {
  chemistry: string | null;
  condition: string;
  pieces: number;
  kg: string;
  lots: number;
}

export interface Amount {
  pieces: number;
  kg: number;
  lots: number;
}

const NOTHING: Amount = { pieces: 0, kg: 0, lots: 0 };
const plus = (sum: Amount, { pieces, kg, lots }: Part): Amount => ({
  pieces: sum.pieces + pieces,
  kg: sum.kg + Number(kg),
  lots: sum.lots + lots,
});

/** Sums of the balances that match a filter. An empty filter matches all. */
export function amountOf(
  parts: readonly Part[],
  { chemistry, condition }: { chemistry: string | null; condition: string | null },
): Amount {
  return parts
    .filter(
      (part) => (!chemistry || part.chemistry === chemistry) && (!condition || part.condition === condition),
    )
    .reduce(plus, NOTHING);
}

/** Totals per battery type or condition, the largest mass first. */
export function sharesOf(parts: readonly Part[], by: 'chemistry' | 'condition'): [string, Amount][] {
  const sums = new Map<string, Amount>();
  for (const part of parts) {
    const name = part[by];
    if (name === null) continue;
    sums.set(name, plus(sums.get(name) ?? NOTHING, part));
  }
  return [...sums].sort(([, a], [, b]) => b.kg - a.kg);
}

export interface Balance extends Amount {
  chemistry: string | null;
  condition: string;
}

/** Totals per battery type and condition, the largest mass first. */
export function balancesOf(parts: readonly Part[]): Balance[] {
  const sums = new Map<string, Balance>();
  for (const part of parts) {
    const { chemistry, condition } = part;
    const key = `${chemistry} ${condition}`;
    sums.set(key, { chemistry, condition, ...plus(sums.get(key) ?? NOTHING, part) });
  }
  return [...sums.values()].sort((a, b) => b.kg - a.kg);
}
