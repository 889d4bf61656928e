/** The point, the bit or side, and the pack in an event's code: `P_PROT.3@2`, `M_SOC.below`. */
export function pointOf(code: string): { point: string; bit: number; pack: number } {
  const [base = '', pack] = code.split('@');
  const [point = '', bit] = base.split('.');
  return { point, bit: Number(bit), pack: Number(pack ?? 0) };
}

/** The code of an event without its pack: that of its fault, if it is one. */
export const faultCode = (code: string): string => code.split('@', 1)[0] ?? '';

/**
 * The unit of an event's value and threshold: for a fault that of its limit, otherwise that of the point.
 * @param unitOf a fault of the information model by its code, or a point by its key
 */
export function eventUnit(code: string, unitOf: (faultOrPoint: string) => string): string {
  return unitOf(faultCode(code)) || unitOf(pointOf(code).point);
}

/** Decimals that show both a value and its threshold in full: at least those of the point, at most three. */
export function eventDecimals(values: readonly (number | null)[], least: number): number {
  const needed = values.map((value) => {
    const text = value === null ? '' : String(Number(value.toFixed(3)));
    return text.split('.')[1]?.length ?? 0;
  });
  return Math.min(3, Math.max(...needed) > 0 ? Math.max(least, ...needed) : 0);
}
