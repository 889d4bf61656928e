import { decimalOf, exact, rounded } from '@voltloop/resource-kit';

/** Pure: the mass balance of a recycling run; exact decimals in kg. */

/** Goods of a run, as weighed. */
export interface Weighed {
  side: 'in' | 'out';
  kg: string | null;
  /** Share of water; null for goods on dry basis. */
  moisturePct: string | null;
  basis: string | null;
  material: string | null;
}

export interface Balance {
  in: string;
  added: string;
  /** Without the residue. */
  out: string;
  residue: string;
  loss: string;
  /** Water in less water out. */
  water: string;
  /** Unexplained dry mass; negative if more comes out than goes in. */
  difference: string;
  /** The tolerated difference. */
  allowed: string;
  balanced: boolean;
}

const dry = ({ kg, moisturePct, basis }: Weighed) => {
  const mass = decimalOf(kg);
  const moisture = basis === 'dry' ? null : exact(moisturePct);
  return moisture === null ? mass : mass.minus(mass.times(moisture).div(100));
};

const sum = (goods: readonly Weighed[], of: (each: Weighed) => ReturnType<typeof decimalOf>) =>
  goods.reduce((all, each) => all.plus(of(each)), decimalOf(0));

/** In and added = out, residue, loss, evaporated water, and a difference. The tolerance is a share of the dry input. */
export function balanceOf(
  goods: readonly Weighed[],
  { addedKg, lossKg }: { addedKg: string | null; lossKg: string | null },
  tolerancePct: string,
): Balance {
  const ins = goods.filter(({ side }) => side === 'in');
  const outs = goods.filter(({ side }) => side === 'out');
  const mass = ({ kg }: Weighed) => decimalOf(kg);
  const dryIn = rounded(sum(ins, dry), 3);
  const dryOut = rounded(sum(outs, dry), 3);
  const wetIn = sum(ins, mass);
  const wetOut = sum(outs, mass);
  const residue = sum(
    outs.filter(({ material }) => material === 'residue'),
    mass,
  );
  const difference = dryIn.plus(decimalOf(addedKg)).minus(dryOut).minus(decimalOf(lossKg));
  const allowed = rounded(dryIn.times(tolerancePct).div(100), 3);
  return {
    in: wetIn.toFixed(),
    added: decimalOf(addedKg).toFixed(),
    out: wetOut.minus(residue).toFixed(),
    residue: residue.toFixed(),
    loss: decimalOf(lossKg).toFixed(),
    water: wetIn.minus(dryIn).minus(wetOut.minus(dryOut)).toFixed(),
    difference: difference.toFixed(),
    allowed: allowed.toFixed(),
    balanced: difference.abs().lte(allowed),
  };
}

/** Default tolerances by step, % of the dry input. */
const defaults: Readonly<Record<string, string>> = { dismantle: '1', crush: '3', hydro: '5', mix: '0.1' };
export const tolerancePctOf = (step: string, recorded: string | null | undefined): string =>
  recorded ?? defaults[step] ?? '1';
