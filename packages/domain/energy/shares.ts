/** How independent a home is of the grid. Pure; kWh, or any other unit of energy; null is not measured. */

export interface Energies {
  pv_kwh: number | null;
  charge_kwh: number | null;
  discharge_kwh: number | null;
  import_kwh: number | null;
  export_kwh: number | null;
  load_kwh: number | null;
}

/** Sum of one energy; null when it was never measured. */
export function sumOf(slots: readonly Energies[], name: keyof Energies): number | null {
  return slots.reduce<number | null>(
    (sum, slot) => (slot[name] === null ? sum : (sum ?? 0) + slot[name]),
    null,
  );
}

/** The share that remains of a whole without a part, between 0 and 1; null when either is unknown, or the whole is 0. */
const shareLeft = (whole: number | null, part: number | null): number | null =>
  whole === null || part === null || whole <= 0 ? null : Math.min(1, Math.max(0, (whole - part) / whole));

/**
 * The share of the load that did not come from the grid. Within a day, energy from the grid that is still in the battery
 * at the end has not been consumed: it is what the grid charged, at most as much as the battery holds more than at the
 * begin. Over a longer time, what a battery takes more than it gives is mostly its losses, so nothing is deducted, and
 * slots of any length give the same share.
 * @param slots Consecutive slots of the period: hours for a day
 */
export function selfSufficiency(slots: readonly Energies[], span: 'day' | 'longer'): number | null {
  const imported = sumOf(slots, 'import_kwh');
  if (span === 'longer') return shareLeft(sumOf(slots, 'load_kwh'), imported);
  const taken =
    (sumOf(slots, 'charge_kwh') ?? 0) - (sumOf(slots, 'discharge_kwh') ?? Number.POSITIVE_INFINITY);
  const ofGrid = slots.reduce((sum, slot) => {
    const surplus = Math.max(0, (slot.pv_kwh ?? 0) - (slot.load_kwh ?? 0));
    return sum + Math.min(slot.import_kwh ?? 0, Math.max(0, (slot.charge_kwh ?? 0) - surplus));
  }, 0);
  const kept = Math.max(0, Math.min(taken, ofGrid));
  return shareLeft(sumOf(slots, 'load_kwh'), imported === null ? null : imported - kept);
}

/** The share of the solar energy that was not exported. What the battery exports counts against solar. */
export const selfConsumption = (slots: readonly Energies[]): number | null =>
  shareLeft(sumOf(slots, 'pv_kwh'), sumOf(slots, 'export_kwh'));
