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
});
