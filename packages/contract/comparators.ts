/**
 * The sides of a threshold on which a rule raises its event; the check of the table `event_rules` lists them too. A rule
 * has one side: an event ends at one value, and of two rules one is farther.
 */
export const comparisons = ['above', 'below'] as const;
export type Comparison = (typeof comparisons)[number];

/** What a comparison means wherever values are compared with a threshold. */
export interface Comparator {
  /** Of a value and the threshold, in SQL. */
  operator: '>' | '<';
  isBeyond(value: number, threshold: number): boolean;
  /** The value at which an event ends. */
  end(threshold: number, hysteresis: number): number;
  isBack(value: number, end: number): boolean;
  /** How much farther the threshold `a` is than `b`; negative if it is nearer. */
  farther(a: number, b: number): number;
}

export const comparators: Readonly<Record<Comparison, Comparator>> = {
  above: {
    operator: '>',
    isBeyond: (value, threshold) => value > threshold,
    end: (threshold, hysteresis) => threshold - hysteresis,
    isBack: (value, end) => value <= end,
    farther: (a, b) => a - b,
  },
  below: {
    operator: '<',
    isBeyond: (value, threshold) => value < threshold,
    end: (threshold, hysteresis) => threshold + hysteresis,
    isBack: (value, end) => value >= end,
    farther: (a, b) => b - a,
  },
};
