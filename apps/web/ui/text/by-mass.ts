/** Goods by mass have no pieces. */
export const isByMass = (pieces: number, kg: string): boolean => pieces === 0 && Number(kg) > 0;
