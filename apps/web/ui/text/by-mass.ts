/** The mass of these pieces has not been entered yet: it is unknown, not 0. */
export const isUnweighed = (pieces: number, kg: string): boolean => pieces > 0 && Number(kg) === 0;

/** Goods by mass have no pieces. */
export const isByMass = (pieces: number, kg: string): boolean => pieces === 0 && Number(kg) > 0;
