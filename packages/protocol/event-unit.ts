/** The point, the bit or side, and the pack in an event's code: `P_PROT.3@2`, `M_SOC.below`. */
export function pointOf(code: string): { point: string; bit: number; pack: number } {
  const [base = '', pack] = code.split('@');
  const [point = '', bit] = base.split('.');
  return { point, bit: Number(bit), pack: Number(pack ?? 0) };
}

/** Units of a battery's protection limits by bit: the same at every level, for the system and a pack. */
const limitUnits = ['mV', 'mV', 'V', 'V', 'A', 'A', '°C', '°C', '°C', '°C', 'mV', '°C', '%', '%'] as const;
const limitPoints = ['M_PROT1', 'M_ALARM1', 'M_WARN1', 'P_PROT', 'P_ALARM'];

/**
 * The unit of an event's value and threshold: for a fault bit that of its limit, otherwise that of the point.
 * @param unitOfPoint From the information model.
 */
export function eventUnit(code: string, unitOfPoint: (point: string) => string): string {
  const { point, bit } = pointOf(code);
  return limitPoints.includes(point) ? (limitUnits[bit] ?? '') : unitOfPoint(point);
}

/** Decimals that show both a value and its threshold in full: at least those of the point, at most three. */
export function eventDecimals(values: readonly (number | null)[], least: number): number {
  const needed = values.map((value) => {
    const text = value === null ? '' : String(Number(value.toFixed(3)));
    return text.split('.')[1]?.length ?? 0;
  });
  return Math.min(3, Math.max(...needed) > 0 ? Math.max(least, ...needed) : 0);
}
