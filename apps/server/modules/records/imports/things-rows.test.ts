import { describe, expect, it } from 'vitest';
import { implausibleInstallation, readThing, thingMessages } from './things-rows.ts';

const errorsOf = (cells: Record<string, string>) =>
  readThing({ number: 2, cells }).errors.map(({ column, key }) => [column, key]);

/** Number of warnings about the day of installation, at 15:30 UTC of 28 November 2026. */
const warningsOf = (cells: Record<string, string>, tenantZone = 'UTC') => {
  const row = { number: 2, cells: { devid: 'HB_0001', ...cells } };
  const now_ms = Date.UTC(2026, 10, 28, 15, 30);
  return implausibleInstallation(row, readThing(row).read ?? {}, now_ms, tenantZone).length;
};

describe('a row of the workbook', () => {
  it('has a day of installation in any unambiguous notation', () => {
    const dayOf = (installTime: string) => {
      const { read, errors } = readThing({ number: 2, cells: { devid: 'HB_0001', installTime } });
      return read?.thing.desc?.installTime ?? errors.map(({ key, value }) => [key, value]);
    };
    expect(['2026/2/3', '2026年2月3日', '20260203', '46056'].map(dayOf)).toEqual(
      Array.from({ length: 4 }, () => '2026-02-03'),
    );
    expect(dayOf('03.02.2026')).toEqual([['dateEither', '2026-02-03 / 2026-03-02']]);
    expect(dayOf('2026-02-30')).toEqual([['date', undefined]]);
  });

  it('with a day of installation that is probably an error has a warning', () => {
    const warned = (installTime: string) => warningsOf({ installTime });
    expect(['1970-01-01', '2099-01-01', '2026-11-29', '2026-11-28'].map(warned)).toEqual([1, 1, 1, 0]);
  });

  it('has a day of installation in the future by the calendar where the device is', () => {
    const installTime = '2026-11-29';
    expect(warningsOf({ installTime, time_zone: 'Pacific/Auckland' })).toBe(0);
    expect(warningsOf({ installTime, longitude: '174.76', latitude: '-36.85' })).toBe(0);
    expect(warningsOf({ installTime }, 'Asia/Tokyo')).toBe(0);
    expect(warningsOf({ installTime: '2026-11-28', time_zone: 'Asia/Tokyo' })).toBe(0);
    expect(warningsOf({ installTime, time_zone: 'America/New_York' }, 'Asia/Tokyo')).toBe(1);
  });

  it('must follow the rules of the register form, each with its own message', () => {
    expect(errorsOf({ devid: 'HB_0001', email: 'anna@works.example', mobile: '+49 170 1234567' })).toEqual(
      [],
    );
    expect(errorsOf({ devid: 'a/#', email: 'nomail', mobile: 'x'.repeat(500) })).toEqual([
      ['devid', 'devid'],
      ['mobile', 'mobile'],
      ['email', 'email'],
    ]);
    for (const key of ['devid', 'mobile', 'email']) expect(thingMessages).toHaveProperty(key);
  });

  it('has a position with a decimal point or comma, and is refused where a comma may separate thousands', () => {
    const read = readThing({
      number: 2,
      cells: { devid: 'HB_0001', longitude: '１０,37', latitude: '47,5046' },
    });
    expect(read.read?.thing.gps).toEqual({ longitude: 10.37, latitude: 47.5046 });
    expect(
      readThing({ number: 2, cells: { devid: 'HB_0001', longitude: '10,371', latitude: '47.5' } }).errors,
    ).toEqual([{ column: 'longitude', key: 'ambiguous', value: '10371 / 10.371' }]);
    expect(thingMessages).toHaveProperty('ambiguous');
  });
});
