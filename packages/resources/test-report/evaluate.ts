import {
  type Findings,
  gradeOf,
  healthOf,
  houseScheme,
  type Method,
  roundTo,
  type Scheme,
  safetyQuestions,
  schemeFor,
  selfDischarge_mVPerDay,
} from '@voltloop/domain/battery-test/index.ts';
import type { Values } from '@voltloop/resource-kit';

/** The battery's data that an evaluation needs. */
export interface Tested {
  id: string;
  code: string;
  state: string;
  productType: number | null;
  chemistry: string | null;
  ratedCapacity_Ah: string | null;
  ratedEnergy_kWh: string | null;
  ratedVoltage_V: string | null;
}

/** A released version of a grading scheme. */
export interface SchemeRow {
  id: string;
  firstDay: string;
  productType: number | null;
  chemistry: string | null;
  bands: readonly { grade: string; fromPct: string }[];
  minInsulation: number | null;
  minOcv: string | null;
  maxSelfDischarge: string | null;
}

const number = (value: unknown): number | undefined =>
  value === null || value === undefined || value === '' ? undefined : Number(value);

const schemeOf = (row: SchemeRow): Scheme => ({
  bands: row.bands.map(({ grade, fromPct }) => ({ grade, from_pct: Number(fromPct) })),
  minInsulation_ohmPerV: row.minInsulation ?? houseScheme.minInsulation_ohmPerV,
  minOcv_V: number(row.minOcv) ?? null,
  maxSelfDischarge_mVPerDay: number(row.maxSelfDischarge) ?? null,
});

/** The unanswered items of the checklist. */
export const unanswered = (row: Values): string[] =>
  safetyQuestions.filter((question) => row[question] === null || row[question] === undefined);

/** The fields that the server derives from a report, its battery and the schemes. Pure. */
export function evaluated(row: Values, battery: Tested, schemes: readonly SchemeRow[]): Values {
  const [first, later, rest] = [number(row.ocvV), number(row.ocvLaterV), number(row.restH)];
  const selfDischarge =
    first !== undefined && later !== undefined && rest
      ? roundTo(selfDischarge_mVPerDay(first, later, rest), 3)
      : null;
  const ratedEnergy_kWh = number(battery.ratedEnergy_kWh);
  const health = healthOf({
    method: row.method as Method,
    capacity_Ah: number(row.capacityAh),
    rated_Ah: number(row.ratedCapacityAh) ?? number(battery.ratedCapacity_Ah),
    energy_Wh: number(row.energyWh),
    rated_Wh: ratedEnergy_kWh === undefined ? undefined : ratedEnergy_kWh * 1000,
    dcir_mOhm: number(row.dcirMohm),
    freshDcir_mOhm: number(row.freshDcirMohm),
    endDcir_mOhm: number(row.endDcirMohm),
    temperature_C: Number(row.ambientC),
    instrument_pct: number(row.instrumentPct) ?? 0,
  });
  const scheme = schemeFor(schemes, {
    day: String(row.testDay),
    productType: battery.productType,
    chemistry: battery.chemistry,
  });
  const found: Findings = {
    safety: Object.fromEntries(
      safetyQuestions.map((question) => [
        question,
        row[question] == null ? null : Number(row[question]) === 1,
      ]),
    ) as Findings['safety'],
    lower_pct: health.lower_pct,
    insulation_kOhm: number(row.insulationKohm) ?? null,
    voltage_V: number(battery.ratedVoltage_V) ?? first ?? null,
    ocv_V: first ?? null,
    selfDischarge_mVPerDay: selfDischarge,
  };
  const graded = scheme ? gradeOf(found, schemeOf(scheme)) : { grade: null, rejects: [] };
  const text = (value: number | null) => (value === null ? null : String(value));
  return {
    batteryCode: battery.code,
    calibration: calibrationOn(String(row.testDay), row.calibrationValidTo),
    selfDischargeMvDay: text(selfDischarge),
    sohCapacityPct: text(health.capacity_pct),
    sohEnergyPct: text(health.energy_pct),
    sohResistancePct: text(health.resistance_pct),
    sohPct: text(health.soh_pct),
    uncertaintyPct: text(health.uncertainty_pct),
    sohLowerPct: text(health.lower_pct),
    schemeId: scheme?.id ?? null,
    grade: graded.grade,
    rejects: graded.rejects.length > 0 ? graded.rejects.join(',') : null,
  };
}

/** Limits of the fields that hold the results. */
const MOST_SOH_PCT = 200;
const MOST_SELF_DISCHARGE = 1_000_000;

/** Pure: the measurement that yields an impossible result, as a slip in its unit does, and that result; else null. */
export function impossible(
  found: Values,
): { field: string; of: 'Soh' | 'SelfDischarge'; value: string } | null {
  const results = [
    ['capacityAh', 'Soh', found.sohCapacityPct],
    ['energyWh', 'Soh', found.sohEnergyPct],
    ['dcirMohm', 'Soh', found.sohResistancePct],
    ['ocvV', 'SelfDischarge', found.selfDischargeMvDay],
  ] as const;
  for (const [field, of, value] of results)
    if (Math.abs(number(value) ?? 0) > (of === 'Soh' ? MOST_SOH_PCT : MOST_SELF_DISCHARGE))
      return { field, of, value: String(value) };
  return null;
}

/** Whether the equipment was calibrated on the day of the test. */
function calibrationOn(day: string, validTo: unknown): 'valid' | 'expired' | 'unknown' {
  if (typeof validTo !== 'string' || validTo === '') return 'unknown';
  return validTo >= day ? 'valid' : 'expired';
}
