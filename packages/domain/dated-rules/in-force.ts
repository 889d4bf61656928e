/** A rule with the days between which it is in force; the last day is left out where no end is known. */
export interface Dated {
  /** First day, yyyy-MM-dd. */
  from: string;
  /** Last day. */
  until?: string;
  /** Where it is written, in both languages. */
  clause: { en: string; zh: string };
}

/** The rules that are in force on a day. */
export const inForce = <T extends Dated>(rules: readonly T[], day: string): T[] =>
  rules.filter(({ from, until }) => from <= day && (until === undefined || day <= until));
