import { describe, expect, it } from 'vitest';
import {
  capacityUncertainty_pct,
  type Findings,
  gradeOf,
  healthOf,
  houseScheme,
  pulseResistance_mOhm,
  resistanceHealth,
  roundTo,
  schemeFor,
  selfDischarge_mVPerDay,
  temperatureFactor,
} from './index.ts';

describe('rounding', () => {
  it.each([
    [28.499999999999996, 0, 29],
    [0.285 * 100, 0, 29],
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [83.125, 2, 83.13],
    [0, 2, 0],
  ])('%d to %d decimals', (value, decimals, expected) => expect(roundTo(value, decimals)).toBe(expected));
});

describe('health', () => {
  const measured = { method: 'discharge', temperature_C: 25, instrument_pct: 0 } as const;

  it('is the measured share of the rated capacity at 25 °C', () => {
    expect(healthOf({ ...measured, capacity_Ah: 232.4, rated_Ah: 280 })).toMatchObject({
      capacity_pct: 83,
      soh_pct: 83,
      uncertainty_pct: 0.83,
      lower_pct: 82.17,
    });
  });

  it('converts a capacity measured in the cold to 25 °C, with more uncertainty', () => {
    expect(temperatureFactor(15)).toBeCloseTo(0.95, 12);
    const cold = healthOf({ ...measured, temperature_C: 15, capacity_Ah: 95, rated_Ah: 125 });
    expect(cold.soh_pct).toBe(80);
    // 2 · √(0.5² + (0.25 · 10 / 0.95)²) = 5.357 %
    expect(capacityUncertainty_pct({ ...measured, temperature_C: 15 })).toBeCloseTo(5.357, 3);
    expect(cold.lower_pct).toBe(roundTo(80 - 80 * 0.05357, 2));
  });

  it('does not extrapolate beyond 0 to 45 °C', () => {
    expect(temperatureFactor(-20)).toBe(temperatureFactor(0));
    expect(temperatureFactor(60)).toBe(temperatureFactor(45));
  });

  it('adds the uncertainty of the instrument as independent', () => {
    expect(capacityUncertainty_pct({ ...measured, instrument_pct: 1 })).toBeCloseTo(Math.SQRT2, 10);
  });

  it('is by energy without a capacity, and null with only a resistance', () => {
    expect(healthOf({ ...measured, energy_Wh: 800, rated_Wh: 1000 }).soh_pct).toBe(80);
    const byResistance = healthOf({ ...measured, dcir_mOhm: 1.5, freshDcir_mOhm: 1, endDcir_mOhm: 2 });
    expect(byResistance).toMatchObject({ resistance_pct: 50, soh_pct: null, lower_pct: null });
  });

  it('does not divide by a rating of zero', () => {
    for (const rated_Ah of [0, -1, Number.NaN, undefined])
      expect(healthOf({ ...measured, capacity_Ah: 100, rated_Ah }).soh_pct).toBeNull();
  });

  it('by resistance is 1 when new and 0 at and beyond the end', () => {
    expect([1, 1.5, 2, 3].map((now) => resistanceHealth(now, 1, 2))).toEqual([1, 0.5, 0, 0]);
  });

  it('resistance of a pulse does not depend on its direction', () => {
    expect(pulseResistance_mOhm(3.3, 3.2, 100)).toBeCloseTo(1, 10);
    expect(pulseResistance_mOhm(3.2, 3.3, -100)).toBeCloseTo(1, 10);
  });

  it('self-discharge is the loss of OCV per day', () => {
    expect(selfDischarge_mVPerDay(3.3, 3.296, 48)).toBeCloseTo(2, 10);
  });
});

const safe = {
  swelling: false,
  leak: false,
  burn: false,
  deformation: false,
  water: false,
  exposed: false,
  hot: false,
  odour: false,
};
const found = (more: Partial<Findings>): Findings => ({
  safety: safe,
  lower_pct: 85,
  insulation_kOhm: null,
  voltage_V: null,
  ocv_V: null,
  selfDischarge_mVPerDay: null,
  ...more,
});

describe('grade', () => {
  it.each([
    [100, 'A'],
    [80, 'A'],
    [79.99, 'B'],
    [70, 'B'],
    [60, 'C'],
    [59.99, 'D'],
    [0, 'D'],
  ])('of a lower bound of %d %% is %s', (lower_pct, grade) =>
    expect(gradeOf(found({ lower_pct }), houseScheme)).toEqual({ grade, rejects: [] }),
  );

  it('is null without a state of health, and a reject below all bands', () => {
    expect(gradeOf(found({ lower_pct: null }), houseScheme).grade).toBeNull();
    const scheme = { ...houseScheme, bands: [{ grade: 'A', from_pct: 80 }] };
    expect(gradeOf(found({ lower_pct: 79 }), scheme)).toEqual({ grade: 'X', rejects: ['belowBands'] });
  });

  it('does not depend on the order of the bands', () => {
    const scheme = { ...houseScheme, bands: [...houseScheme.bands].reverse() };
    expect(gradeOf(found({ lower_pct: 75 }), scheme).grade).toBe('B');
  });

  it('is a reject for any yes in the checklist, regardless of the capacity', () => {
    for (const question of Object.keys(safe))
      expect(gradeOf(found({ safety: { ...safe, [question]: true } }), houseScheme)).toEqual({
        grade: 'X',
        rejects: [question],
      });
  });

  it('is a reject below 100 Ω for each volt', () => {
    const at = (insulation_kOhm: number) => gradeOf(found({ insulation_kOhm, voltage_V: 350 }), houseScheme);
    expect(at(34.999).rejects).toEqual(['insulation']);
    expect(at(35).grade).toBe('A');
  });

  it('is a reject outside the scheme’s limits of voltage and self-discharge', () => {
    const scheme = { ...houseScheme, minOcv_V: 2, maxSelfDischarge_mVPerDay: 3 };
    expect(gradeOf(found({ ocv_V: 1.99, selfDischarge_mVPerDay: 3.1 }), scheme).rejects).toEqual([
      'overDischarged',
      'selfDischarge',
    ]);
  });
});

describe('the scheme of a day', () => {
  const version = (
    name: string,
    firstDay: string,
    productType: number | null = null,
    chemistry: string | null = null,
  ) => ({ name, firstDay, productType, chemistry });
  const versions = [
    version('old', '2025-01-01'),
    version('new', '2026-04-01'),
    version('cells', '2025-06-01', 3),
    version('LFP cells', '2026-01-01', 3, 'B'),
  ];
  const on = (day: string, productType: number, chemistry: string) =>
    schemeFor(versions, { day, productType, chemistry })?.name;

  it('is the newest that has begun, preferring one for this level and chemistry', () => {
    expect(on('2024-12-31', 1, 'B')).toBeUndefined();
    expect(on('2026-03-31', 1, 'B')).toBe('old');
    expect(on('2026-04-01', 1, 'B')).toBe('new');
    expect(on('2025-12-31', 3, 'B')).toBe('cells');
    expect(on('2026-04-01', 3, 'B')).toBe('LFP cells');
    expect(on('2026-04-01', 3, 'E')).toBe('cells');
  });
});
