import {
  batteryCode,
  creditCode,
  iccid,
  idCard,
  landline,
  mobile,
  mobileLiteral,
  plate,
  plateDrive,
  postcode,
  vin,
} from '@voltloop/domain/checks/index.ts';
import { batteryTypeOf } from '@voltloop/domain/options/index.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import areas from '../../../modules/people/areas/area-2025.json' with { type: 'json' };
import { code19, dateCharacters, designOf, designs, healthOf, packTree, ratingOf } from './batteries.ts';
import { companyName, creditCodeOf, daysFrom, permitOf } from './companies.ts';
import { diceOf } from './dice.ts';
import { ofPlaces, plus, times } from './exact.ts';
import { iccidOf, msisdnOf, plateOf, vinOf } from './machines.ts';
import { accountNumberOf, idCardOf, landlineOf, mobileOf, personName } from './people.ts';
import { districts, placeIn } from './places.ts';

const any = fc.nat(99_999);
const region = fc.constantFrom(...districts);
const design = fc.constantFrom(...designs);
const day = fc.date({ min: new Date('2012-01-01'), max: new Date('2039-12-31'), noInvalidDate: true });

test('random numbers are the same for the same name, differ between names, and stay in their range', () => {
  const throws = (name: string) => Array.from({ length: 50 }, () => diceOf(name).next());
  expect(throws('a')).toEqual(throws('a'));
  expect(throws('a')).not.toEqual(throws('b'));
  fc.assert(
    fc.property(fc.string(), fc.nat(50), fc.nat(50), (name, from, more) => {
      const dice = diceOf(name);
      const n = dice.whole(from, from + more);
      expect(n >= from && n <= from + more).toBe(true);
      expect(dice.digits(more)).toMatch(new RegExp(`^\\d{${more}}$`));
      expect(
        dice.weighted([
          ['never', 0],
          ['always', 1],
        ]),
      ).toBe('always');
      expect(dice.chance(1)).toBe(true);
      expect(dice.chance(0)).toBe(false);
    }),
  );
  const dice = diceOf('shares');
  const thrown = Array.from({ length: 4000 }, () =>
    dice.weighted([
      ['rare', 1],
      ['often', 3],
    ]),
  );
  expect(thrown.filter((each) => each === 'rare').length).toBeGreaterThan(800);
  expect(thrown.filter((each) => each === 'rare').length).toBeLessThan(1200);
});

test('every district exists in the area data with this name, and has the plates and numbers of its region', () => {
  const map = areas as Record<string, Record<string, string>>;
  for (const each of districts) {
    expect(map['100000']?.[`${each.code.slice(0, 2)}0000`]).toBe(each.province);
    expect(map[`${each.code.slice(0, 2)}0000`]?.[`${each.code.slice(0, 4)}00`]).toBe(each.city);
    expect(map[`${each.code.slice(0, 4)}00`]?.[each.code]).toBe(each.district);
    expect([each.dialling, postcode(each.postcode)]).toEqual([expect.stringMatching(/^0\d{2,3}$/), null]);
  }
  const short: Record<string, string> = Object.fromEntries(
    districts.map((d) => [d.province, d.plate[0] ?? '']),
  );
  for (const each of districts) expect(each.plate[0]).toBe(short[each.province]);
});

test('a place is in its district, and its address names the district', () => {
  fc.assert(
    fc.property(fc.string(), region, (name, at) => {
      const place = placeIn(diceOf(name), at);
      for (const part of [at.city, at.district]) expect(place.address).toContain(part);
      expect(place.address).not.toMatch(/(.+市)\1/);
      expect(place.longitude).toMatch(/^\d{2,3}\.\d{6}$/);
      const km = Math.hypot(
        (Number(place.latitude) - at.latitude) * 111,
        (Number(place.longitude) - at.longitude) * 111 * Math.cos((at.latitude * Math.PI) / 180),
      );
      expect(km).toBeLessThan(3.5);
    }),
  );
});

test('companies have codes of their district with both check characters valid, and names marked as examples', () => {
  fc.assert(
    fc.property(fc.nat(9999), region, (n, at) => {
      const code = creditCodeOf(n, at);
      expect(creditCode(code)).toBeNull();
      expect(code.slice(2, 8)).toBe(at.code);
      expect(companyName(n, 'recycler', at)).toContain('示例');
    }),
  );
  const [first] = districts;
  if (!first) throw new Error('there are no districts');
  expect(new Set(Array.from({ length: 10_000 }, (_, n) => creditCodeOf(n, first))).size).toBe(10_000);
  expect(new Set(Array.from({ length: 320 }, (_, n) => companyName(n, 'buyer', first))).size).toBe(320);
});

test('permits: most are long valid, some end within a month, few have ended', () => {
  const now = new Date('2026-03-01T00:00:00Z');
  const all = Array.from({ length: 1000 }, (_, i) =>
    permitOf(diceOf(`permit ${i}`), now, 'x', districts[0] as (typeof districts)[number]),
  );
  const left = all.map((p) => (Date.parse(p.validTo) - now.getTime()) / 86_400_000);
  expect(left.filter((d) => d < 0).length).toBeGreaterThan(50);
  expect(left.filter((d) => d < 0).length).toBeLessThan(150);
  expect(left.filter((d) => d >= 0 && d <= 30).length).toBeGreaterThan(150);
  for (const p of all) expect(p.validFrom < p.validTo).toBe(true);
});

test('people have identity cards, telephones and accounts that pass the checks and belong to no real person', () => {
  fc.assert(
    fc.property(fc.string(), region, (name, at) => {
      const dice = diceOf(name);
      const card = idCardOf(dice, at);
      expect([idCard(card), card.slice(0, 6), card.slice(14, 17)]).toEqual([null, at.code, '000']);
      const number = mobileOf(dice);
      expect([mobile(number), mobileLiteral(number), number.slice(0, 3)]).toEqual([null, null, '154']);
      expect(landline(landlineOf(dice, at))).toBeNull();
      expect(accountNumberOf(dice)).toMatch(/^0000\d{15}$/);
      expect(personName(dice)).toMatch(/^\p{Script=Han}{2,3}$/u);
    }),
  );
});

test('vehicles have VINs and plates that pass the checks and show the drive type', () => {
  fc.assert(
    fc.property(any, fc.integer({ min: 1980, max: 2039 }), region, fc.boolean(), (n, year, at, large) => {
      expect(vin(vinOf(diceOf(`${n}`), n, year))).toBeNull();
      const electric = plateOf(n, at, 'electric', large);
      expect([plate(electric), plateDrive(electric)]).toEqual([null, 'electric']);
      const hybrid = plateOf(n, at, 'hybrid', large);
      expect([plate(hybrid), plateDrive(hybrid)]).toEqual([null, 'other']);
      const fuel = plateOf(n, at, 'fuel');
      expect([plate(fuel), plateDrive(fuel), fuel.length]).toEqual([null, null, 7]);
    }),
  );
});

test('SIM cards have numbers with a valid check digit and the prefix of their operator', () => {
  fc.assert(
    fc.property(any, fc.constantFrom('mobile', 'unicom', 'telecom'), (n, operator) => {
      const card = iccidOf(diceOf(`${n}`), n, operator);
      expect([iccid(card), card.length]).toEqual([null, 20]);
      const prefixes = { mobile: /^8986(00|02|04|07)/, unicom: /^8986(01|06|09)/, telecom: /^8986(03|11)/ };
      expect(card).toMatch(prefixes[operator]);
      expect(msisdnOf(n)).toMatch(/^\d{13}$/);
    }),
  );
});

test('decimals are exact', () => {
  const text = fc.tuple(fc.nat(999_999), fc.nat(4)).map(([n, scale]) => ofPlaces(n, scale));
  const thousandths = (s: string) => BigInt(Math.round(Number(s) * 1e4));
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(thousandths(plus(a, b))).toBe(thousandths(a) + thousandths(b));
      expect(plus(a, b)).toBe(plus(b, a));
      expect(times(a, '1')).toBe(plus(a, '0'));
      expect(times(a, plus(b, '1'))).toBe(plus(times(a, b), a));
      expect(times(a, b)).not.toMatch(/\.\d*0$|\.$|^0\d/);
    }),
  );
  expect([
    times('3.2', '96'),
    plus('0.1', '0.2'),
    ofPlaces(12345, 2),
    ofPlaces(5, 2),
    times('0.5', '2'),
  ]).toEqual(['307.2', '0.3', '123.45', '0.05', '1']);
});

test('the characters of a day equal those of known codes', () => {
  expect(
    ['2021-12-04', '2021-03-12', '2023-02-10', '2026-10-31', '2025-01-27'].map((d) =>
      dateCharacters(new Date(d)),
    ),
  ).toEqual(['BC4', 'B3C', 'D2A', 'GA0', 'F1V']);
});

const STRICT =
  /^[0-9A-Z]{3}[PMC][A-GZ][0-9A-Z]{2}(DEM0[0-9A-Z]{3})?[1-9A-HJ-NPRSTVWXY][1-9ABC][0-9A-HJ-NPRSTVWXY]\d{7}(R[PMC])?$/;

test('a pack, its modules and their cells are one tree: distinct codes, one chemistry, parts older than the whole', () => {
  fc.assert(
    fc.property(fc.nat(9764), design, day, fc.nat(28), fc.nat(28), (n, of, made, modules, cells) => {
      const all = packTree(n, of, made, { modules, cells });
      const byCode = new Map(all.map((b) => [b.code, b]));
      expect(byCode.size).toBe(all.length);
      for (const b of all) {
        expect([batteryCode(b.code), b.code.length, b.code.slice(0, 5)]).toEqual([
          null,
          24,
          `${of.maker}${b.level}${of.chemistry}`,
        ]);
        expect(b.code).toMatch(STRICT);
        const above = b.parent === null ? undefined : byCode.get(b.parent);
        expect(above?.level).toBe(b.level === 'P' ? undefined : b.level === 'M' ? 'P' : 'M');
        if (above) expect(b.madeOn <= above.madeOn).toBe(true);
        expect(b.code.slice(14, 17)).toBe(dateCharacters(new Date(b.madeOn)));
      }
      expect(all.filter((b) => b.level === 'M').length).toBe(Math.min(modules, of.modulesInPack));
    }),
  );
});

test('two packs share no code, including their parts', () => {
  const of = designs[0] as (typeof designs)[number];
  const made = new Date('2021-05-31');
  const codes = Array.from({ length: 300 }, (_, n) =>
    packTree(n, of, made, { modules: 99, cells: 99 }),
  ).flat();
  expect(new Set(codes.map((b) => b.code)).size).toBe(codes.length);
});

test('a second-life code has its mark, and the ratings are consistent', () => {
  fc.assert(
    fc.property(
      any,
      design,
      day,
      fc.constantFrom('P' as const, 'M' as const, 'C' as const),
      (n, of, made, level) => {
        const code = code19('VLD', level, of, made, n);
        expect([batteryCode(code), code.length, code.slice(-2)]).toEqual([null, 19, `R${level}`]);
        expect(code).toMatch(STRICT);
      },
    ),
  );
  for (const of of designs) {
    const [cell, pack] = [ratingOf(of, 'C'), ratingOf(of, 'P')];
    const cells = of.cellsInModule * of.modulesInPack;
    expect(Number(pack.voltage_v)).toBeCloseTo(Number(cell.voltage_v) * cells, 6);
    expect(Number(pack.mass_kg)).toBeGreaterThan(Number(cell.mass_kg) * cells);
    const kWh = (Number(pack.voltage_v) * Number(pack.capacity_ah)) / 1000;
    expect(Math.abs(kWh - Number(/ ([\d.]+) kWh/.exec(of.name)?.[1]))).toBeLessThan(1);
    // Between the lowest (nickel-metal hydride) and the highest energy density on the market, Wh/kg.
    expect((kWh * 1000) / Number(pack.mass_kg)).toBeGreaterThan(25);
    expect((kWh * 1000) / Number(pack.mass_kg)).toBeLessThan(190);
    expect(batteryTypeOf(of.chemistry)).not.toBe('7');
  }
  expect(new Set(Array.from({ length: 500 }, (_, i) => designOf(diceOf(`d${i}`)))).size).toBe(designs.length);
  expect(Number(healthOf(diceOf('h'), 5))).toBeLessThan(95);
  expect(daysFrom(new Date(0), 2)).toEqual(new Date(172_800_000));
});
