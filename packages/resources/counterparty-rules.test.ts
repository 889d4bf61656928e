import { describe, expect, test } from 'vitest';
import { breachesOf, type Handover, holdsOn, type Party, type Person } from './counterparty-rules.ts';

const recycler: Party = {
  of: 'enterprise',
  id: 'e1',
  name: '再生厂',
  blocked: false,
  kind: 6,
  permits: [
    { type: 5, validFrom: '2025-01-01', validTo: '2027-12-31' },
    { type: 6 },
    { type: 4, validTo: '2027-12-31' },
  ],
  eiaNo: null,
  dischargePermitNo: null,
  region: '350200',
};
const person: Person = {
  id: 'p1',
  name: '王师傅',
  licenceValidTo: '2030-01-01',
  certificateValidTo: '2027-01-01',
};
/** A valid delivery of scrap to a recycler in the same province. */
const good: Handover = {
  use: 'issue.handover',
  day: '2026-11-20',
  party: recycler,
  carrier: { ...recycler, id: 'c1', kind: 7 },
  driver: person,
  escort: person,
  plate: '闽D12345',
  waybillNo: 'YD-1',
  filingNo: null,
  declaredUse: null,
  region: '350500',
  goods: [{ chemistry: 'B', material: null }],
};
const broken = (change: Partial<Handover>) =>
  breachesOf({ ...good, ...change }).map(({ rule, field, key }) => `${rule} ${field} ${key}`);
const party = (change: Partial<Party>): Partial<Handover> => ({ party: { ...recycler, ...change } });

describe('a hand-over of scrap', () => {
  test('to a recycler with valid permits and transport breaks no rule', () => {
    expect(broken({})).toEqual([]);
  });

  test('reports rule, clause and the party concerned', () => {
    const [breach] = breachesOf({ ...good, ...party({ permits: [{ type: 6 }] }) });
    expect(breach).toMatchObject({
      rule: 'dischargePermit',
      field: 'enterpriseId',
      key: 'noPermit',
      final: false,
      values: {
        of: 'enterprise',
        id: 'e1',
        name: '再生厂',
        day: '2026-11-20',
        permit_en: 'Pollutant discharge permit',
        permit_zh: '排污许可证',
        clause_en: 'Order No. 73 of 2026, art. 18',
      },
    });
  });

  test('requires permits that are valid on the business day', () => {
    const until = (validTo: string) => party({ permits: [{ type: 6 }, { type: 5, validTo }] });
    expect(broken(until('2026-11-20'))).toEqual([]);
    expect(broken(until('2026-11-19'))).toEqual(['dischargePermit enterpriseId noPermit']);
    expect(broken({ ...until('2026-11-19'), day: '2026-11-19' })).toEqual([]);
    expect(broken(party({ permits: [], eiaNo: '环审1', dischargePermitNo: 'P1' }))).toEqual([]);
  });

  test('is allowed to the kinds of enterprise that may utilize on that day', () => {
    const echelon = party({ kind: 5 });
    expect(broken({ ...echelon, day: '2026-07-29' })).toEqual([]);
    expect(broken({ ...echelon, day: '2026-07-30' })).toEqual([
      'scrapGoesToUtilization enterpriseId wrongKind',
    ]);
    expect(broken(party({ kind: 3 }))).toEqual(['scrapGoesToUtilization enterpriseId wrongKind']);
    expect(broken({ ...party({ kind: 4 }), use: 'issue.vehicle' })).toEqual([]);
    expect(broken({ ...party({ kind: 3, permits: [] }), day: '2026-03-31', carrier: null })).toEqual([]);
  });

  test('of lithium batteries requires carrier, vehicle, driver, escort and waybill', () => {
    const nobody = { carrier: null, driver: null, escort: null, plate: null, waybillNo: '' };
    expect(broken(nobody)).toEqual([
      'carrier carrierId noCarrier',
      'plate plate noPlate',
      'driver driverId noDriver',
      'escort escortId noEscort',
      'waybill waybillNo noWaybill',
    ]);
    expect(broken({ ...nobody, goods: [{ chemistry: 'A', material: null }] })).toEqual([]);
    expect(broken({ ...nobody, goods: [{ chemistry: 'B', material: 'black_mass' }] })).toEqual([]);
    expect(broken({ ...nobody, goods: [{ chemistry: null, material: 'cell' }] })).toHaveLength(5);
  });

  test('requires papers of driver, escort and carrier that are valid on that day', () => {
    const ended = { ...person, certificateValidTo: '2026-11-19' };
    expect(broken({ driver: ended, escort: { ...person, certificateValidTo: null } })).toEqual([
      'driverCertificate driverId noCertificate',
      'escortCertificate escortId noCertificate',
    ]);
    expect(broken({ driver: { ...person, licenceValidTo: '2026-01-01' } })).toEqual([
      'driverLicence driverId licenceEnded',
    ]);
    expect(broken({ carrier: { ...recycler, permits: [] } })).toEqual(['carrier carrierId noPermit']);
  });

  test('requires filing when it leaves the province', () => {
    expect(broken({ region: '440300' })).toEqual(['filing filingNo noFiling']);
    expect(broken({ region: '440300', filingNo: 'F-1' })).toEqual([]);
    expect(broken({ region: null })).toEqual([]);
  });
});

describe('a sale', () => {
  const sale = { use: 'issue.sale', carrier: null, driver: null, escort: null, waybillNo: null };
  const customer: Party = { ...recycler, of: 'customer', kind: null, permits: [] };

  test('to a customer is free, unless the customer is blocked', () => {
    expect(broken({ ...sale, party: customer })).toEqual([]);
    expect(broken({ ...sale, party: { ...customer, blocked: true } })).toEqual([
      'blocked customerId blocked',
    ]);
  });

  test('to a recycler requires permits, too', () => {
    expect(broken({ ...sale, party: { ...customer, kind: 6 } })).toHaveLength(2);
  });

  test('for a forbidden use is refused without override', () => {
    const forbidden = { ...good, ...sale, party: customer, declaredUse: '3' };
    expect(breachesOf(forbidden)).toMatchObject([{ rule: 'forbiddenUse', final: true }]);
    expect(breachesOf({ ...forbidden, declaredUse: '1' })).toEqual([]);
    expect(breachesOf({ ...forbidden, day: '2026-03-31' })).toEqual([]);
  });
});

test('a period without first or last day is open-ended', () => {
  expect(holdsOn('2026-01-01')).toBe(true);
  expect(holdsOn('2026-01-01', '2026-01-01', '2026-01-01')).toBe(true);
  expect(holdsOn('2026-01-01', '2026-01-02')).toBe(false);
  expect(holdsOn('2026-01-01', null, '2025-12-31')).toBe(false);
});
