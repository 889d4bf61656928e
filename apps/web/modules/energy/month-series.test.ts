import { describe, expect, it } from 'vitest';
import { energyDays, type SlotRow } from './month-series.ts';

const slot = (value: number, more = {}) => ({ first: 0, last: value, value, ...more });
const zone = 'Europe/Berlin';
const october = { begin: Date.UTC(2026, 8, 30, 22), end: Date.UTC(2026, 9, 31, 23) };

describe('energyDays', () => {
  it('has a bar for each calendar day, also in a month with a clock change', () => {
    const days = energyDays([], october.begin, october.end, zone);
    expect(days).toHaveLength(31);
    expect(days[0]?.day).toBe('2026-10-01');
    expect(days[30]?.day).toBe('2026-10-31');
    expect((days[25]?.begin_ms ?? 0) - (days[24]?.begin_ms ?? 0)).toBe(25 * 3_600_000);
  });
  it('puts slots on their day in the zone, in kWh, and leaves unknown ones null', () => {
    const rows: SlotRow[] = [{ key: Date.UTC(2026, 9, 1, 22), E_E_PV: slot(12_340), E_E_CHG: slot(0) }];
    const days = energyDays(rows, october.begin, october.end, zone);
    expect(days[1]?.energies).toMatchObject({ pv: 12.34, charge: 0, import: null });
    expect(days[0]?.energies.pv).toBeNull();
  });
  it('uses the battery’s own counter if the EMS has none, never both', () => {
    const key = october.begin;
    const own = energyDays([{ key, M_E_CHG_TOTAL: slot(5000) }], key, october.end, zone);
    expect(own[0]?.energies.charge).toBe(5);
    const both = energyDays(
      [{ key, E_E_CHG: slot(4000), M_E_CHG_TOTAL: slot(5000) }],
      key,
      october.end,
      zone,
    );
    expect(both[0]?.energies.charge).toBe(4);
  });
  it('flags values affected by a gap or a reset', () => {
    const key = october.begin;
    const [day] = energyDays(
      [{ key, E_E_PV: slot(1, { gap: true }), E_E_IMP: slot(1, { reset: true }) }],
      key,
      october.end,
      zone,
    );
    expect(day).toMatchObject({ gap: true, reset: true });
  });
});
