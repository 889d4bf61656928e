import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeMessage, isNestedAtMost } from './decode-message.ts';
import { coreDictionary as dictionary } from './dictionary.ts';
import { DAY_MS, type RejectReason, readFrames, toThousandths } from './read-frames.ts';

const now = Date.UTC(2026, 5, 1, 12);
const id = (key: string) => dictionary.byKey.get(key)?.id ?? expect.fail(key);

const carried = new Set(['M_SOC', 'M_POWER', 'P_PROT']);

function parse(message: unknown) {
  const points: number[][] = [];
  const sink = {
    add: (point: number, part: number, time_ms: number, value: number) =>
      points.push([point, part, time_ms, value]),
  };
  const parsed = readFrames(message, dictionary, now, sink, carried);
  const rejects: Record<string, string[]> = {};
  for (const [reason, about] of parsed.rejects) rejects[reason] = [...about.keys()];
  return { ...parsed, frames: parsed.frames, rejects, points };
}

const frame = (more: object) => ({ ts: now, seq: 7, boot: 2, data: { M_SOC: 81.2 }, ...more });

describe('a frame', () => {
  test('becomes points in thousandths, and exposes its header', () => {
    const { frames, points, rejects } = parse(frame({ q: 1, data: { M_SOC: 81.2, M_POWER: -1500 } }));
    expect(points).toEqual([
      [id('M_SOC'), 0, now, 81200],
      [id('M_POWER'), 0, now, -1500000],
    ]);
    expect(frames).toEqual([
      {
        time_ms: now,
        boot: 2,
        seq: 7,
        quality: 1,
        points: 2,
        data: { M_SOC: 81.2, M_POWER: -1500 },
        packs: [],
      },
    ]);
    expect(rejects).toEqual({});
  });

  test('stores packs and their cells as parts', () => {
    const packs = [{ P_no: 2, P_SOC: 50, P_CELL_V: [3300, null, 3302] }];
    expect(parse(frame({ data: undefined, packs })).points).toEqual([
      [id('P_SOC'), 200, now, 50000],
      [id('P_CELL_V'), 201, now, 3300000],
      [id('P_CELL_V'), 203, now, 3302000],
    ]);
  });

  test('from before the retention limit is too old; 400 days is the maximum regardless of it', () => {
    const from = (oldest_ms: number, ts: number) =>
      readFrames(frame({ ts }), dictionary, now, { add: () => {} }, carried, oldest_ms);
    const oldest_ms = now - 40 * DAY_MS;
    expect([...from(oldest_ms, oldest_ms - 1).rejects.keys()]).toEqual(['too_old']);
    expect(from(oldest_ms, oldest_ms).frames).toHaveLength(1);
    expect([...from(0, now - 401 * DAY_MS).rejects.keys()]).toEqual(['too_old']);
  });

  test('can be part of an array, where an invalid frame does not affect the others', () => {
    const { frames, rejects } = parse([frame({}), 5, frame({ ts: now - 1000 })]);
    expect(frames.map((f) => f.time_ms)).toEqual([now, now - 1000]);
    expect(rejects).toEqual({ not_a_frame: ['number'] });
  });

  test('with a time of ten digits is in seconds', () => {
    expect(parse(frame({ ts: now / 1000 })).frames[0]?.time_ms).toBe(now);
  });

  test('keeps its valid values when others are invalid', () => {
    const data = { M_SOC: 50, NOPE: 1, M_SOH: 'high', M_VOLT: 9e9, M_CURR: null, P_SOC: 3, __proto__x: 1 };
    const { frames, rejects, points } = parse(frame({ data }));
    expect(points).toEqual([[id('M_SOC'), 0, now, 50000]]);
    expect(frames[0]?.data).toEqual({ M_SOC: 50 });
    expect(rejects).toEqual({
      unknown_key: ['NOPE', 'P_SOC', '__proto__x'],
      bad_value: ['M_SOH'],
      out_of_range: ['M_VOLT 9000000000 (0 to 1500)'],
    });
  });

  test('carries only requested, accepted values of its packs', () => {
    const packs = [
      { P_no: 1, P_PROT: 4, P_SOC: 50 },
      { P_no: 2, P_PROT: -1, P_SOC: 500, P_CELL_V: [3300, 9999] },
    ];
    const { frames, rejects } = parse(frame({ packs }));
    expect(frames[0]?.packs).toEqual([{ P_no: 1, P_PROT: 4 }]);
    expect(rejects).toEqual({
      out_of_range: [
        'P_PROT@2 -1 (0 to 4294967295)',
        'P_SOC@2 500 (0 to 100)',
        'P_CELL_V@2.02 9999 (0 to 6000)',
      ],
    });
  });

  test.each([
    ['M_SOC', -50],
    ['M_SOC', 100.1],
    ['M_VOLT', 900_000],
    ['E_PV_P', -99_999],
    ['M_STATE', 9],
  ])('keeps its other values when %s is %d', (key, value) => {
    const { points, rejects } = parse(frame({ data: { M_SOH: 99, [key]: value } }));
    expect(points).toEqual([[id('M_SOH'), 0, now, 99000]]);
    expect(rejects.out_of_range?.[0]).toMatch(`${key} ${value} (`);
  });

  test.each([
    [-1, 0],
    [1.5, 0],
    [4_294_967_296, 0],
    [1e20, 0],
    ['7', 0],
    [true, 0],
  ])('keeps its values and reports the counter when that is %j', (wrong, counter) => {
    const { frames, rejects, points } = parse(frame({ seq: wrong, boot: wrong }));
    expect(points).toEqual([[id('M_SOC'), 0, now, 81200]]);
    expect(frames).toMatchObject([{ seq: counter, boot: counter, points: 1 }]);
    expect(rejects).toEqual({ bad_seq: [`boot ${wrong}`, `seq ${wrong}`] });
  });

  test.each([[0], [4_294_967_295], [null], [undefined]])('accepts the counter %j', (counter) => {
    const { frames, rejects } = parse(frame({ seq: counter, boot: counter }));
    expect(frames).toMatchObject([{ seq: counter ?? 0, boot: counter ?? 0 }]);
    expect(rejects).toEqual({});
  });

  test.each([[0], [33], [1.5], [-1], ['1'], [undefined]])(
    'keeps its values when a pack is number %j',
    (no) => {
      for (const values of [{}, { P_SOC: 50 }]) {
        const { rejects, points } = parse(
          frame({
            packs: [
              { P_no: no, ...values },
              { P_no: 32, P_SOC: 9 },
            ],
          }),
        );
        expect(points).toEqual([
          [id('M_SOC'), 0, now, 81200],
          [id('P_SOC'), 3200, now, 9000],
        ]);
        expect(rejects).toEqual({ bad_pack: [String(no)] });
      }
    },
  );
});

describe('a message is refused as a whole for', () => {
  const cases: [string, unknown, RejectReason][] = [
    ['invalid JSON', decodeMessage(Buffer.from('{"ts":')), 'not_json'],
    ['a text', 'hello', 'not_a_frame'],
    ['data that is an array', frame({ data: [1] }), 'not_a_frame'],
    ['packs that are not an array', frame({ packs: {} }), 'not_a_frame'],
    ['a missing time', frame({ ts: undefined }), 'bad_time'],
    ['a text as time', frame({ ts: '2026-01-01' }), 'bad_time'],
    ['a time 401 days ago', frame({ ts: now - 401 * DAY_MS }), 'too_old'],
    ['a time the day after tomorrow', frame({ ts: now + 2 * DAY_MS }), 'in_future'],
    ['no values', frame({ data: {} }), 'no_points'],
    ['a pack without number', frame({ data: {}, packs: [{ P_SOC: 1 }] }), 'bad_pack'],
    ['a pack number beyond 32', frame({ data: {}, packs: [{ P_no: 33, P_SOC: 1 }] }), 'bad_pack'],
    ['too many cells', frame({ data: {}, packs: [{ P_no: 1, P_CELL_V: Array(100).fill(1) }] }), 'bad_value'],
    [
      'more points than a frame may have',
      frame({ packs: Array.from({ length: 60 }, () => ({ P_no: 1, P_CELL_V: Array(99).fill(1) })) }),
      'too_many_points',
    ],
    ['more frames than a message may have', Array(1001).fill(frame({})), 'too_many_frames'],
  ];
  test.each(cases)('%s', (_name, message, reason) => {
    const { frames, points, rejects } = parse(message);
    expect(Object.keys(rejects)).toContain(reason);
    expect(frames).toEqual([]);
    expect(points).toEqual([]);
  });

  test('any input is read or refused, without an exception', () => {
    fc.assert(
      fc.property(fc.anything({ maxDepth: 4 }), (anything) => {
        const { frames, rejects } = parse(anything);
        expect(Array.isArray(anything) && anything.length === 0).toBe(
          frames.length === 0 && Object.keys(rejects).length === 0,
        );
      }),
    );
  });
});

describe('text', () => {
  const decode = (json: string) => decodeMessage(Buffer.from(json));

  test.each([
    [String.raw`{"\ud800":1}`, { '\ufffd': 1 }],
    [String.raw`["a\udc00\u0000\ud83d"]`, ['a\ufffd\ufffd']],
    [String.raw`["\ud83d\ude00 \uD83D\uDE00"]`, ['😀 😀']],
    [String.raw`["\\ud800"]`, ['\\ud800']],
    [String.raw`["\\\ud800\n"]`, ['\\\ufffd\n']],
  ])('of %s is well-formed and without NUL', (json, expected) => {
    expect(decode(json)).toEqual(expected);
  });

  test('is well-formed and without NUL for any escapes', () => {
    const unit = fc.constantFrom('\0', '\ud83d', '\ude00', '\\', 'u0000', 'ud800', '"', 'a', '单');
    fc.assert(
      fc.property(fc.array(unit), (units) => {
        const text = units.join('');
        const kept = (decode(JSON.stringify([text])) as string[])[0];
        expect(kept).toBe(text.toWellFormed().replaceAll('\0', ''));
      }),
    );
  });

  test('in reasons is cut between characters, without calling a toString of the input', () => {
    const { rejects } = parse([
      { ts: `${'a'.repeat(39)}😀` },
      { ts: { toString: 1 } },
      { ts: [[1]] },
      frame({ data: { [`${'k'.repeat(39)}😀`]: 1 } }),
    ]);
    expect(rejects.bad_time).toEqual(['a'.repeat(39), 'an object', 'a list']);
    expect(rejects.unknown_key).toEqual(['k'.repeat(39)]);
  });

  test('nested very deep is measured without recursion', () => {
    const deep = decode('['.repeat(100_000) + ']'.repeat(100_000));
    expect(isNestedAtMost(deep, 10)).toBe(false);
    expect(isNestedAtMost({ a: [{ b: 1 }], c: 'x' }, 3)).toBe(true);
    expect(isNestedAtMost({ a: [{ b: 1 }] }, 2)).toBe(false);
  });
});

test('counters of a fast clock count when they arrive, with the distances of the device', () => {
  const counters = (message: unknown) =>
    parse(message)
      .points.filter(([point]) => point === id('E_E_PV'))
      .map(([, , time_ms]) => time_ms);
  const at = (ts: number) => frame({ ts, data: { E_E_PV: 5, M_SOC: 50 } });
  const ahead = now + 20 * 3_600_000;
  expect(counters(at(ahead))).toEqual([now]);
  expect(counters([at(ahead - 60_000), at(ahead), at(now - 5000)])).toEqual([now - 60_000, now, now - 5000]);
  expect(counters(at(now + 60_000))).toEqual([now + 60_000]);
  // Everything else keeps the time of the device.
  expect(parse(at(ahead)).points[1]?.[2]).toBe(ahead);
});

describe('thousandths', () => {
  test.each([
    [81.2, 81200],
    [1.0005, 1001],
    [-1.0005, -1001],
    [0.0004999, 0],
    [-0.0005, -1],
    [50.123456, 50123],
    [8e9, 8e12],
    [-8e9, -8e12],
  ])('%d is %d', (value, thousandths) => expect(toThousandths(value)).toBe(thousandths));

  test('equal the decimal text rounded half away from zero', () => {
    const decimal = fc.tuple(fc.integer({ min: -1e10, max: 1e10 }), fc.integer({ min: 0, max: 6 }));
    fc.assert(
      fc.property(decimal, ([digits, places]) => {
        const scaled = BigInt(digits) * 1000n;
        const unit = 10n ** BigInt(places);
        const magnitude = scaled < 0n ? -scaled : scaled;
        const rounded = (magnitude * 2n + unit) / (unit * 2n);
        expect(Math.abs(toThousandths(Number(`${digits}e-${places}`)))).toBe(Number(rounded));
      }),
    );
  });
});
