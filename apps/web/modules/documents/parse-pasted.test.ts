import { describe, expect, test } from 'vitest';
import { parsePasted, scansIn } from './parse-pasted.ts';

const code = '04QPB12345678A6B90000001';

describe('a pasted text', () => {
  test('becomes a line per code, with mass and location where present', () => {
    expect(parsePasted(`${code}\t402,5\tA-01\r\n\r\n04qpb12345678a6b90000002\n`)).toEqual([
      { code, kg: '402.5', location: 'A-01' },
      { code: '04QPB12345678A6B90000002' },
    ]);
  });

  test('keeps a mass with thousands separators, which is refused in its cell', () => {
    expect(parsePasted(`${code}\t1,250\tA-01`)).toEqual([{ code, kg: '1,250', location: 'A-01' }]);
    expect(parsePasted(`${code}\t1,250.5`)).toEqual([{ code, kg: '1,250.5' }]);
    expect(parsePasted(`${code}\t４００．５`)).toEqual([{ code, kg: '400.5' }]);
  });

  test('keeps invalid codes, so that the user sees what was refused', () => {
    expect(parsePasted('hello')).toEqual([{ code: 'HELLO' }]);
  });
});

describe('a burst of a scanner', () => {
  test('is one scan for each of its codes', () => {
    const second = '04QPB12345678A6B90000002';
    expect(scansIn(`${code}\n${second.toLowerCase()}`)).toEqual([code, second]);
    expect(scansIn(`${code}\n${code}`)).toEqual([`${code}\n${code}`]);
    // A code on the two lines of a plate.
    expect(scansIn('04QPB12345678\nA6B90000001')).toEqual(['04QPB12345678\nA6B90000001']);
    expect(scansIn('hello')).toEqual(['hello']);
  });
});
