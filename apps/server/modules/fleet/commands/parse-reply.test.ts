import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReply } from './parse-reply.ts';

const id = '6b0e0c9a-2f4e-4a50-9a5c-0d5f3b1f7a11';
const parse = (message: unknown) => parseReply(Buffer.from(JSON.stringify(message)));

describe('parseReply', () => {
  it('reads an answer, with seconds as milliseconds', () => {
    const reply = parse({ id, ok: true, values: { E_SOC_RSV: 20 }, device_time: 1763700003 });
    expect(reply).toEqual({
      id,
      ok: true,
      values: { E_SOC_RSV: 20 },
      error: null,
      device_time: 1763700003000,
    });
  });

  it('reads a refusal with the device’s reason, and adds one if it is missing', () => {
    expect(parse({ id, ok: false, error: 'not while upgrading' })?.error).toBe('not while upgrading');
    expect(parse({ id, ok: false })?.error).toBe('refused by the device');
    expect(parse({ id, ok: false, error: 'x'.repeat(9999) })?.error).toHaveLength(500);
  });

  it.each([
    null,
    [],
    'text',
    { ok: true },
    { id: "1' or 1=1", ok: true },
    { id, ok: 'yes' },
    { id, ok: true, values: [1] },
    { id, ok: true, device_time: 'now' },
  ])('returns null for %j', (message) => {
    expect(parse(message)).toBeNull();
  });

  it('returns null for invalid JSON', () => {
    expect(parseReply(Buffer.from([0xff, 0x00, 0x7b]))).toBeNull();
  });

  it('removes everything that PostgreSQL cannot store', () => {
    const unit = fc.constantFrom('\0', '\ud83d', '\ude00', '\ud83d\ude00', '\\', 'u0000', '"', 'a', '单');
    const text = fc.string({ unit, maxLength: 8 });
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(text, fc.array(text)), { maxKeys: 4 }), (values) => {
        const reply = parse({
          id,
          ok: false,
          values: { ...values, in: { side: values } },
          error: 'a\0b\ud800',
        });
        expect(reply?.error).toBe('ab\ufffd');
        for (const kept of textsOf(reply)) {
          expect(kept.isWellFormed()).toBe(true);
          expect(kept.includes('\0')).toBe(false);
        }
      }),
      { numRuns: 200 },
    );
  });
});

/** Every text in a value, including keys. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsOf(inner)]);
}
