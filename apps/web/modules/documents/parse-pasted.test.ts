import { describe, expect, test } from 'vitest';
import { parsePasted } from './parse-pasted.ts';

const code = '04QPB12345678A6B90000001';

describe('a pasted text', () => {
  test('gives a line for each code, with mass and location where given', () => {
    expect(parsePasted(`${code}\t402,5\tA-01\r\n\r\n04qpb12345678a6b90000002\n`)).toEqual([
      { code, kg: '402.5', location: 'A-01' },
      { code: '04QPB12345678A6B90000002' },
    ]);
  });

  test('keeps what is no code, so that the reader sees what was refused', () => {
    expect(parsePasted('hello')).toEqual([{ code: 'HELLO' }]);
  });
});
