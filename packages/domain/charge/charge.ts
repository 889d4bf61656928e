/** Pure: the state of charge of several batteries together, by energy. */

/** What a battery last reported; null while unknown, and of batteries that do not report now. */
export interface BatteryCharge {
  soc_pct: number | null;
  /** Energy left, Wh. */
  left_wh: number | null;
  rated_wh: number | null;
}

export interface SharedCharge {
  /** Mean of the counted batteries, each by its rated energy; null if none is counted. */
  soc_pct: number | null;
  /** Energy left in the counted batteries; null unless each of them reports it. */
  left_wh: number | null;
  rated_wh: number | null;
  batteries: number;
  /** Batteries whose state of charge and rated energy are known. */
  counted: number;
}

/**
 * The state of charge of several batteries (docs/decisions/0113). A battery without a state of charge or rated energy
 * is not counted; a single one needs no rated energy. The server has the same rule in SQL (`chargeOf`).
 */
export function chargeOf(batteries: readonly BatteryCharge[]): SharedCharge {
  const charged = batteries.filter(({ soc_pct }) => soc_pct !== null);
  const counted = charged.length === 1 ? charged : charged.filter(({ rated_wh }) => (rated_wh ?? 0) > 0);
  const rated_wh = sumOf(counted.map((battery) => battery.rated_wh));
  const [only] = counted;
  return {
    soc_pct:
      counted.length === 1
        ? (only?.soc_pct ?? null)
        : rated_wh === null
          ? null
          : counted.reduce((sum, b) => sum + (b.soc_pct as number) * (b.rated_wh as number), 0) / rated_wh,
    left_wh: sumOf(counted.map(({ left_wh }) => left_wh)),
    rated_wh,
    batteries: batteries.length,
    counted: counted.length,
  };
}

/** Null unless every part is known. */
function sumOf(parts: readonly (number | null)[]): number | null {
  if (parts.length === 0 || parts.includes(null)) return null;
  return parts.reduce<number>((sum, part) => sum + (part as number), 0);
}
