import { describe, expect, it } from 'vitest';
import { readThing, thingMessages } from './things-rows.ts';

const errorsOf = (cells: Record<string, string>) =>
  readThing({ number: 2, cells }).errors.map(({ column, key }) => [column, key]);

describe('a row of the workbook', () => {
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
