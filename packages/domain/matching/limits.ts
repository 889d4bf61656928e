/** Maximum differences among the members of one group. Our own defaults; each run can change them. */
export interface Limits {
  /** (max − min) / mean, in %. */
  capacity_pct: number;
  dcir_pct: number;
  ocv_mV: number;
  selfDischarge_pct: number;
  age_months: number;
  cycles_pct: number;
}

/** The compared measures, in the order of the columns of {@link Columns}. */
export const measures = ['capacity', 'dcir', 'ocv', 'selfDischarge', 'age', 'cycles'] as const;
export type Measure = (typeof measures)[number];

export const houseLimits = {
  /** Cells that are connected in parallel. */
  parallel: {
    capacity_pct: 5,
    dcir_pct: 15,
    ocv_mV: 10,
    selfDischarge_pct: 30,
    age_months: 6,
    cycles_pct: 20,
  },
  /** Groups in series within a module. */
  series: {
    capacity_pct: 3,
    dcir_pct: 10,
    ocv_mV: 10,
    selfDischarge_pct: 30,
    age_months: 12,
    cycles_pct: 20,
  },
  /** Modules of a pack. */
  pack: {
    capacity_pct: 5,
    dcir_pct: 15,
    ocv_mV: 20,
    selfDischarge_pct: 30,
    age_months: 12,
    cycles_pct: 20,
  },
} as const satisfies Record<string, Limits>;

export const limitOf = (limits: Limits): readonly number[] => [
  limits.capacity_pct,
  limits.dcir_pct,
  limits.ocv_mV,
  limits.selfDischarge_pct,
  limits.age_months,
  limits.cycles_pct,
];

/** Whether a spread is relative to the mean; the others are differences. */
export const RELATIVE: readonly boolean[] = [true, true, false, true, false, true];
