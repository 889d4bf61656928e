import { describe, expect, it } from 'vitest';
import { parseEvent } from './parse-event.ts';

const now = 1_763_700_000_000;
const parse = (message: unknown) => parseEvent(Buffer.from(JSON.stringify(message)), now);
const begin = { code: 'M_PROT1.2', level: 3, source: 'master', value: 3.71, threshold: 3.65, begin: now };

describe('parseEvent', () => {
  it('reads a beginning', () => {
    expect(parse(begin)).toMatchObject({
      kind: { code: 'M_PROT1.2', level: 3, source: 'master', name_en: 'Total over-voltage' },
      value: 3.71,
      threshold: 3.65,
      begin_ms: now,
      end_ms: null,
    });
  });

  it('reads an end, converts seconds to milliseconds, and reads absent fields as null', () => {
    expect(parse({ code: 'X', level: 1, begin: 1_763_699_000, end: 1_763_699_500 })).toMatchObject({
      kind: { source: 'EMS' },
      value: null,
      threshold: null,
      begin_ms: 1_763_699_000_000,
      end_ms: 1_763_699_500_000,
    });
    expect(parse({ ...begin, end: null })?.end_ms).toBeNull();
  });

  it('takes a time ahead, of a fast clock, as the time of receipt', () => {
    const ahead = now + 5 * 3_600_000;
    expect(parse({ ...begin, begin: ahead })).toMatchObject({ begin_ms: now, end_ms: null });
    expect(parse({ ...begin, begin: ahead, end: ahead + 1 })).toMatchObject({ begin_ms: now, end_ms: now });
  });

  it.each([
    ['no code', { ...begin, code: undefined }],
    ['an invalid code', { ...begin, code: 'a b' }],
    ['half a surrogate pair', { ...begin, code: 'a\ud800' }],
    ['an invalid level', { ...begin, level: 4 }],
    ['no beginning', { ...begin, begin: undefined }],
    ['an end before the beginning', { ...begin, end: now - 1 }],
    ['a time two days ahead', { ...begin, begin: now + 2 * 86_400_000 }],
    ['a time 401 days ago', { ...begin, begin: now - 401 * 86_400_000 }],
    ['an impossible value', { ...begin, value: 1e308 }],
    ['an impossible threshold', { ...begin, threshold: -1e10 }],
    ['a list', [begin]],
    ['null', null],
  ])('returns null for %s', (_what, message) => {
    expect(parse(message)).toBeNull();
  });

  it('returns null for invalid JSON', () => {
    expect(parseEvent(Buffer.from('{'), now)).toBeNull();
  });
});
