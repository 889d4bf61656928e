import type { Curve } from './curve.ts';
import { type Period, periodsOf } from './derive.ts';

/** Tolerated difference to what the file itself counted, beside what may have passed between two rows. */
const TOLERANCE = 0.02;
/** A count of fewer steps than this is too coarse to compare with. */
const MIN_STEPS = 20;

/**
 * Compares the charge of the largest period that the file has counted itself with that count. They differ when a unit is
 * wrong: minutes read as seconds, or mA as A.
 * @returns both values in Ah if they differ, else null
 */
export function differenceToOwn(curve: Curve): { calculated: string; file: string } | null {
  const counted = byCharge(periodsOf(curve)).flatMap((period) => {
    const charged = period.kind === 'charge' ? countOf(curve.charged_Ah, period) : null;
    const own = charged ?? countOf(curve.own_Ah, period);
    return own === null ? [] : [{ period, own }];
  });
  if (!counted[0]) return null;
  const { period, own } = counted[0];
  const calculated = Math.abs(period.charge_Ah);
  // The current began at any time since the row before.
  const lead_h = ((curve.time_s[period.first] as number) - period.from_s) / 3600;
  const unsure = Math.abs(curve.current_A[period.first] as number) * lead_h;
  if (Math.abs(calculated - own) <= own * TOLERANCE + unsure) return null;
  const text = (value: number) => String(Number(value.toPrecision(4)));
  return { calculated: text(calculated), file: text(own) };
}

/** The factor of a voltage in an unknown unit, from the energy that the file itself contains: 1 for V, 0.001 for mV. */
export function voltageFactor(curve: Curve): number {
  const [period] = byCharge(periodsOf(curve)).filter(({ kind }) => kind === 'discharge');
  const own = period && countOf(curve.own_Wh, period);
  if (!period || !own) return 1;
  const ratio = own / Math.abs(period.energy_Wh);
  return Math.abs(ratio / 1e-3 - 1) < 0.1 ? 1e-3 : 1;
}

/** Charges and discharges, the largest first. */
const byCharge = (periods: readonly Period[]): Period[] =>
  periods.filter(({ kind }) => kind !== 'rest').sort((a, b) => Math.abs(b.charge_Ah) - Math.abs(a.charge_Ah));

/** How far a count rises or falls over a period; null if there is none. A return to near zero begins another step. */
function countOf(values: Float64Array, period: Period): number | null {
  let [up, down, steps] = [0, 0, 0];
  let before = Number.NaN;
  for (let i = Math.max(0, period.first - 1); i <= period.last; i++) {
    const value = values[i] as number;
    if (Number.isNaN(value)) continue;
    const isReset = Math.abs(value) < Math.abs(before) * 0.05;
    const change = isReset ? value : value - before;
    if (change > 0) up += change;
    else if (change < 0) down -= change;
    if (change !== 0) steps += 1;
    before = value;
  }
  return steps < MIN_STEPS ? null : Math.max(up, down);
}
