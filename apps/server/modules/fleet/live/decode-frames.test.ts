import { coreDictionary } from '@voltloop/protocol/dictionary.ts';
import { describe, expect, it } from 'vitest';
import { decodeFrames } from './decode-frames.ts';

const now = 1_763_700_000_000;
const decode = (message: unknown) =>
  decodeFrames({ devid: 'HB1', dictionary: coreDictionary }, Buffer.from(JSON.stringify(message)), now);

describe('decodeFrames', () => {
  it('returns points under their wire names, including packs and cells', () => {
    const frames = decode({
      ts: now - 1000,
      data: { M_SOC: 81.2, E_PV_P: 2310 },
      packs: [
        { P_no: 1, P_SOC: 81.4, P_CELL_V: [3268, null, 3269] },
        { P_no: 12, P_VOLT: 52.3 },
      ],
    });
    expect(frames).toEqual([
      {
        devid: 'HB1',
        time: now - 1000,
        fields: {
          M_SOC: 81.2,
          E_PV_P: 2310,
          'P_SOC@1': 81.4,
          'P_CELL_V@1.01': 3268,
          'P_CELL_V@1.03': 3269,
          'P_VOLT@12': 52.3,
        },
      },
    ]);
  });

  it('reads lists of frames, seconds as milliseconds', () => {
    const frames = decode([
      { ts: 1_763_699_990, data: { M_SOC: 1 } },
      { ts: now, data: { M_SOC: 2 } },
    ]);
    expect(frames.map((f) => [f.time, f.fields.M_SOC])).toEqual([
      [1_763_699_990_000, 1],
      [now, 2],
    ]);
  });

  it.each([
    ['back-fill', { ts: now, q: 1, data: { M_SOC: 1 } }],
    ['no time', { data: { M_SOC: 1 } }],
    ['an invalid time', { ts: Number.NaN, data: { M_SOC: 1 } }],
    ['an impossible value', { ts: now, data: { M_SOC: 500 } }],
    ['five minutes ahead', { ts: now + 300_000, data: { M_SOC: 1 } }],
    ['two days ago', { ts: now - 2 * 86_400_000, data: { M_SOC: 1 } }],
    ['two days ahead', { ts: now + 2 * 86_400_000, data: { M_SOC: 1 } }],
    ['unknown points', { ts: now, data: { NOPE: 1, constructor: 2 } }],
    ['points of a pack in the system', { ts: now, data: { P_SOC: 1 } }],
    ['invalid numbers', { ts: now, data: { M_SOC: '81' }, packs: [{ P_no: 1, P_SOC: null }] }],
    [
      'packs without number',
      { ts: now, packs: [{ P_SOC: 1 }, { P_no: 0, P_SOC: 1 }, { P_no: 33, P_SOC: 1 }, null, 5] },
    ],
    ['a value that is not a frame', null],
    ['a text', 'frame'],
  ])('omits %s', (_what, message) => {
    expect(decode(message)).toEqual([]);
  });

  it('returns nothing for invalid JSON', () => {
    expect(
      decodeFrames({ devid: 'HB1', dictionary: coreDictionary }, Buffer.from([0xff, 0xfe]), now),
    ).toEqual([]);
  });
});
