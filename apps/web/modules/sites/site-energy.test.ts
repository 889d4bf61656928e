import { expect, it } from 'vitest';
import { type EnergySlot, slotName, totalsOf } from './site-energy.ts';

const slot = (key: number, kwh: number | null): EnergySlot => ({
  key,
  measured: kwh !== null,
  pv_kwh: kwh,
  charge_kwh: null,
  discharge_kwh: null,
  import_kwh: kwh === null ? null : 2 * kwh,
  export_kwh: null,
  load_kwh: null,
});

it('adds up measured slots, and leaves totals without any as null', () => {
  expect(totalsOf([slot(0, 1), slot(1, 0.5), slot(2, null)])).toMatchObject({ pv: 1.5, import: 3 });
  expect(totalsOf([slot(0, null)])).toMatchObject({ pv: null });
});

it('names slots in the zone of the site, also the hour that occurs twice', () => {
  const first = Date.parse('2026-10-25T02:00:00+02:00');
  const second = Date.parse('2026-10-25T02:00:00+01:00');
  const names = [first, second].map((at) => slotName(at, '1h', 'Europe/Berlin'));
  expect(names.map(({ label }) => label)).toEqual(['02', '02']);
  expect(new Set(names.map(({ key }) => key)).size).toBe(2);
  expect(slotName(first, '1d', 'Europe/Berlin')).toMatchObject({ label: '25', title: '2026-10-25' });
  expect(slotName(first, '1M', 'Europe/Berlin')).toMatchObject({ label: '10', title: '2026-10' });
});
