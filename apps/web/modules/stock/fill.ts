import type { Tone } from '@voltloop/ui';

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
}

export interface Amount {
  pieces: number;
  kg: number;
}

/** Sums of the balances that match a filter. An empty filter matches all. */
export function amountOf(
  parts: readonly Part[],
  { chemistry, condition }: { chemistry: string; condition: string },
): Amount {
  return parts
    .filter(
      (part) => (!chemistry || part.chemistry === chemistry) && (!condition || part.condition === condition),
    )
    .reduce((sum, { pieces, kg }) => ({ pieces: sum.pieces + pieces, kg: sum.kg + Number(kg) }), {
      pieces: 0,
      kg: 0,
    });
}

/** Totals per battery type or condition, the largest mass first. */
export function sharesOf(parts: readonly Part[], by: 'chemistry' | 'condition'): [string, Amount][] {
  const sums = new Map<string, Amount>();
  for (const part of parts) {
    const name = part[by];
    if (name === null) continue;
    const sum = sums.get(name) ?? { pieces: 0, kg: 0 };
    sums.set(name, { pieces: sum.pieces + part.pieces, kg: sum.kg + Number(part.kg) });
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
  for (const { chemistry, condition, pieces, kg } of parts) {
    const key = `${chemistry} ${condition}`;
    const sum = sums.get(key) ?? { chemistry, condition, pieces: 0, kg: 0 };
    sums.set(key, { ...sum, pieces: sum.pieces + pieces, kg: sum.kg + Number(kg) });
  }
  return [...sums.values()].sort((a, b) => b.kg - a.kg);
}
