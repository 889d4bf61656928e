import { decimalOf, type Preset } from '@voltloop/resource-kit';
import { type LineProblem, problem } from './line-problem.ts';

/** Goods that another document has claimed. */
export interface Claim {
  itemId: string;
  /** Of a lot: the claimed mass in the store of the document; null for a battery. */
  kg: string | null;
  /** The conditions in which it was claimed; null: any. */
  conditions: readonly string[] | null;
  /** The document, its submitter and the time. */
  no: string;
  by: string;
  /** Epoch ms. */
  at: number;
}

/** The error of a battery that another document has claimed. */
export function claimed(claims: readonly Claim[] | undefined): LineProblem | null {
  const [claim] = claims ?? [];
  return claim
    ? problem('code', `claimed?${claimParams(claim)}`, `Document ${claim.no} has claimed this battery`)
    : null;
}

/**
 * The error where this mass of a lot cannot leave its store because other documents have claimed it.
 * @param stored mass of the lot in kg, in the conditions that the preset takes
 */
export function overclaimed(
  all: readonly Claim[] | undefined,
  { conditions: taken }: Pick<Preset, 'conditions'>,
  there: string,
  wanted: string,
): LineProblem | null {
  const claims = (all ?? []).filter(
    ({ conditions }) => !conditions || !taken || conditions.some((each) => taken.includes(each)),
  );
  const [claim] = claims;
  if (!claim) return null;
  const free = claims.reduce((rest, { kg }) => rest.minus(kg ?? 0), decimalOf(there));
  if (decimalOf(wanted).lte(free)) return null;
  const left = free.lt(0) ? '0' : free.toFixed();
  return problem(
    'kg',
    `lotClaimed?free=${left}&${claimParams(claim)}`,
    `Others have claimed of this lot: ${left} kg are free`,
  );
}

const claimParams = ({ no, by, at }: Claim) => new URLSearchParams({ no, by, at: String(at) });
