/** Grades from versioned schemes. Pure; `schemeFor` returns the scheme in force on a day. */

/** The checks of GB/T 38698.1-2020, Annex A before packing: any yes is a fail. */
export const safetyQuestions = [
  'swelling',
  'leak',
  'burn',
  'deformation',
  'water',
  'exposed',
  'hot',
  'odour',
] as const;
export type SafetyQuestion = (typeof safetyQuestions)[number];

export interface Band {
  grade: string;
  /** Minimum of the lower bound of SOH. */
  from_pct: number;
}

export interface Scheme {
  bands: readonly Band[];
  /** Insulation below is a reject; GB 38031-2020, 5.1.4 requires 100 Ω/V for direct-current circuits. */
  minInsulation_ohmPerV: number;
  /** OCV below is a reject: over-discharged. Null for schemes that are not for cells. */
  minOcv_V: number | null;
  maxSelfDischarge_mVPerDay: number | null;
}

/** Bands of public tools (80 and 60 %), and our own rule for the rest: defaults of a new scheme. */
export const houseScheme: Scheme = {
  bands: [
    { grade: 'A', from_pct: 80 },
    { grade: 'B', from_pct: 70 },
    { grade: 'C', from_pct: 60 },
    { grade: 'D', from_pct: 0 },
  ],
  minInsulation_ohmPerV: 100,
  minOcv_V: null,
  maxSelfDischarge_mVPerDay: null,
};

export interface Findings {
  /** Null: not answered. */
  safety: Readonly<Record<SafetyQuestion, boolean | null>>;
  lower_pct: number | null;
  insulation_kOhm: number | null;
  /** Rated, else measured. */
  voltage_V: number | null;
  ocv_V: number | null;
  selfDischarge_mVPerDay: number | null;
}

export type Reject = SafetyQuestion | 'insulation' | 'overDischarged' | 'selfDischarge' | 'belowBands';

/** Defects that reject regardless of the capacity. */
export function rejectsOf(found: Findings, scheme: Scheme): Reject[] {
  const rejects: Reject[] = safetyQuestions.filter((question) => found.safety[question] === true);
  const { insulation_kOhm, voltage_V, ocv_V, selfDischarge_mVPerDay } = found;
  if (
    insulation_kOhm !== null &&
    voltage_V !== null &&
    insulation_kOhm * 1000 < scheme.minInsulation_ohmPerV * voltage_V
  )
    rejects.push('insulation');
  if (ocv_V !== null && scheme.minOcv_V !== null && ocv_V < scheme.minOcv_V) rejects.push('overDischarged');
  if (
    selfDischarge_mVPerDay !== null &&
    scheme.maxSelfDischarge_mVPerDay !== null &&
    selfDischarge_mVPerDay > scheme.maxSelfDischarge_mVPerDay
  )
    rejects.push('selfDischarge');
  return rejects;
}

/** The grade of rejected batteries. */
export const REJECTED = 'X';

/** The grade of a test by the lower bound of its SOH; null while that is unknown. */
export function gradeOf(found: Findings, scheme: Scheme): { grade: string | null; rejects: Reject[] } {
  const rejects = rejectsOf(found, scheme);
  if (rejects.length > 0) return { grade: REJECTED, rejects };
  const { lower_pct } = found;
  if (lower_pct === null) return { grade: null, rejects: [] };
  const band = [...scheme.bands]
    .sort((a, b) => b.from_pct - a.from_pct)
    .find(({ from_pct }) => lower_pct >= from_pct);
  return band ? { grade: band.grade, rejects: [] } : { grade: REJECTED, rejects: ['belowBands'] };
}

export interface Version {
  firstDay: string;
  productType: number | null;
  chemistry: string | null;
}

/**
 * The version in force on a day: the newest that has begun, preferring a scheme for this level and chemistry to a
 * general one.
 */
export function schemeFor<V extends Version>(
  versions: readonly V[],
  { day, productType, chemistry }: { day: string; productType: number | null; chemistry: string | null },
): V | undefined {
  const exactness = (version: V) =>
    (version.productType === null ? 0 : 2) + (version.chemistry === null ? 0 : 1);
  return versions
    .filter(
      (each) =>
        each.firstDay <= day &&
        (each.productType === null || each.productType === productType) &&
        (each.chemistry === null || each.chemistry === chemistry),
    )
    .sort((a, b) => exactness(b) - exactness(a) || (a.firstDay < b.firstDay ? 1 : -1))[0];
}
