import { expect, test } from 'vitest';
import type { FleetMonth, FleetSite } from '../../fleet/sites/index.ts';
import { fleetDocument, sitesInNeed } from './fleet-document.ts';

const energy = (pv_kwh: number, load_kwh = pv_kwh, import_kwh = 0) => ({
  pv_kwh,
  load_kwh,
  import_kwh,
  export_kwh: 0,
  charge_kwh: 0,
  discharge_kwh: 0,
});
const site = (name: string, more: Partial<FleetSite> = {}): FleetSite => ({
  id: name,
  name,
  owner: `${name} owner`,
  devices: 1,
  energy: energy(10),
  previous: energy(8),
  selfSufficiency: null,
  availability: { hours: 100, measured: 100, daysWithout: [] },
  fault: 0,
  warning: 0,
  partly: false,
  ...more,
});
const fleet = (sites: FleetSite[], over = true): FleetMonth => ({
  account: { id: 'a', name: 'Solar Nord' },
  month: '2026-03',
  over,
  sites,
});
const of = { now: new Date('2026-04-02T06:00:00Z'), product: 'Voltloop' };
const textsOf = (month: FleetMonth) => JSON.stringify(fleetDocument(month, 'en', of).blocks);
const tablesOf = (month: FleetMonth) =>
  fleetDocument(month, 'en', of).blocks.flatMap((block) => (block.kind === 'table' ? [block.rows] : []));

test('sites with faults come first, then those with the least data; sites with enough data and no fault are not listed', () => {
  const data = (measured: number) => ({ availability: { hours: 100, measured, daysWithout: [] } });
  const sites = [
    site('well', data(95)),
    site('silent', data(0)),
    site('gaps', data(94)),
    site('faults', { fault: 3 }),
    site('one fault', { fault: 1, ...data(10) }),
    site('new', { availability: { hours: 0, measured: 0, daysWithout: [] } }),
  ];
  expect(sitesInNeed(sites).map(({ name }) => name)).toEqual(['faults', 'one fault', 'silent', 'gaps']);
});

test('sites with energy in both months are compared', () => {
  const sites = [site('old'), site('new', { previous: null }), site('gone', { energy: null })];
  const [totals] = tablesOf(fleet(sites));
  expect(totals?.[0]).toEqual(['Solar', '20.0 kWh', '8.0 kWh', '+25.0 %']);
  expect(textsOf(fleet(sites))).toContain('the 1 of 3 sites with energy in both months');
});

test('totals add up to the energies of the sites as they are printed', () => {
  const tables = tablesOf(
    fleet([site('a'), site('b'), site('c')].map((each) => ({ ...each, energy: energy(10.04, 7.06) }))),
  );
  expect(tables.at(-1)?.map((row) => row[2])).toEqual(['10.0', '10.0', '10.0']);
  expect(tables[0]?.[0]?.[1]).toBe('30.0 kWh');
  expect(tables.at(-1)?.map((row) => row[3])).toEqual(['7.1', '7.1', '7.1']);
  expect(tables[0]?.[1]?.[1]).toBe('21.3 kWh');
});

test('the current month is not compared', () => {
  const [totals] = tablesOf(fleet([site('old')], false));
  expect(totals?.[0]).toEqual(['Solar', '10.0 kWh', '–', '–']);
  expect(textsOf(fleet([site('old')], false))).toContain('not over everywhere');
});

test('a site with a hidden past is marked, and self-sufficiency without energy is a dash', () => {
  const rows = tablesOf(fleet([site('moved', { partly: true, energy: energy(5, 0) })])).at(-1);
  expect(rows?.[0]).toEqual(['moved *', 'moved owner', '5.0', '0.0', '0.0', '–', '100.0 %']);
  expect(textsOf(fleet([site('moved', { partly: true })]))).toContain('from its transfer on');
});

test('fifteen sites that need attention are listed, and the rest are counted', () => {
  const sites = Array.from({ length: 18 }, (_, at) => site(`site ${at}`, { fault: 1 }));
  expect(textsOf(fleet(sites))).toContain('3 more sites need attention');
  expect(tablesOf(fleet(sites))[1]).toHaveLength(15);
});

test('the report of an account without sites states that', () => {
  expect(textsOf(fleet([]))).toContain('no sites');
  expect(tablesOf(fleet([]))).toEqual([]);
});
