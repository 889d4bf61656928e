/** A rule with its period of validity; the last day is left out while no end is known. */
export interface Dated {
  /** First day, yyyy-MM-dd. */
  from: string;
  /** Last day. */
  until?: string;
  /** The legal source, in both languages. */
  clause: { en: string; zh: string };
}

export const inForce = <T extends Dated>(rules: readonly T[], day: string): T[] =>
  rules.filter(({ from, until }) => from <= day && (until === undefined || day <= until));
