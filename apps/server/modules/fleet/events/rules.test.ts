import { HE_BAT } from '@voltloop/protocol';
import { describe, expect, it } from 'vitest';
import { bitFields, kindOfCode, readFaults, streamOf } from './rules.ts';

describe('bitFields', () => {
  it('finds only the fault fields of the system and of each pack', () => {
    const fields = bitFields({
      data: { M_PROT1: 4, M_SOC: 50, E_WARN2: 0, P_PROT: 1 },
      packs: [
        { P_no: 2, P_ALARM: 3, P_SOC: 50 },
        { P_no: 3, P_FAULT: 0 },
      ],
    });
    expect(fields).toEqual([
      { point: 'M_PROT1', pack: 0, bits: 4 },
      { point: 'E_WARN2', pack: 0, bits: 0 },
      { point: 'P_ALARM', pack: 2, bits: 3 },
      { point: 'P_FAULT', pack: 3, bits: 0 },
    ]);
  });

  it('ignores values that are not bit fields', () => {
    const data = { M_PROT1: -1, M_PROT2: 1.5, M_ALARM1: 2 ** 32, M_ALARM2: Number.NaN };
    expect(bitFields({ data, packs: [null, 7, { P_PROT: 1 }, { P_no: 0, P_PROT: 1 }] })).toEqual([]);
  });
});

describe('readFaults', () => {
  it('returns each fault of the dictionary as set or not', () => {
    const faults = readFaults({ point: 'M_PROT1', pack: 0, bits: 0b101 });
    expect(faults.filter((f) => f.isSet).map((f) => f.kind.code)).toEqual(['M_PROT1.0', 'M_PROT1.2']);
    expect(faults).toHaveLength(HE_BAT.faults.filter((f) => f.point === 'M_PROT1').length);
    expect(faults[0]?.kind).toEqual({
      code: 'M_PROT1.0',
      level: 3,
      source: 'master',
      name_en: 'Cell over-voltage',
      name_zh: '单体过压',
    });
  });

  it('distinguishes packs', () => {
    const [fault] = readFaults({ point: 'P_PROT', pack: 2, bits: 1 });
    expect(fault?.kind).toMatchObject({
      code: 'P_PROT.0@2',
      name_en: 'Cell over-voltage (pack 2)',
      name_zh: '单体过压（2号包）',
    });
  });

  it('reads bit 31', () => {
    const set = readFaults({ point: 'M_PROT1', pack: 0, bits: 2 ** 31 }).filter((f) => f.isSet);
    expect(set).toEqual([]);
    expect(readFaults({ point: 'M_PROT1', pack: 0, bits: 2 ** 32 - 1 }).every((f) => f.isSet)).toBe(true);
  });
});

describe('kindOfCode', () => {
  it('returns the event of the fault bit, whatever source the device reports', () => {
    const [bit] = readFaults({ point: 'M_PROT1', pack: 0, bits: 1 });
    expect(kindOfCode('M_PROT1.0', 3, 'EMS')).toEqual(bit?.kind);
    const [packBit] = readFaults({ point: 'P_FAULT', pack: 7, bits: 1 });
    expect(kindOfCode('P_FAULT.0@7', 3, 'x')).toEqual(packBit?.kind);
  });

  it('uses the code as the name of an unknown event', () => {
    expect(kindOfCode('DOOR_OPEN', 1, 'EMS')).toEqual({
      code: 'DOOR_OPEN',
      level: 1,
      source: 'EMS',
      name_en: 'DOOR_OPEN',
      name_zh: 'DOOR_OPEN',
    });
  });
});

it('puts fields that arrive together into one stream', () => {
  expect([
    streamOf({ point: 'M_PROT1', pack: 0 }),
    streamOf({ point: 'E_FAULT1', pack: 0 }),
    streamOf({ point: 'P_PROT', pack: 3 }),
  ]).toEqual(['M', 'E', 'P3']);
});
