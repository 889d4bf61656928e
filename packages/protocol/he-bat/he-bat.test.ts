import { describe, expect, test } from 'vitest';
import { parseWireKey, VALUE_LIMIT, VALUE_SCALE } from '../info-model.ts';
import { attributes, canonicalKey, groupLabels, HE_BAT, pointAliases } from './index.ts';

const units = [
  '',
  '%',
  'V',
  'A',
  'W',
  'var',
  'Wh',
  'Ah',
  'mV',
  '°C',
  'kΩ',
  'mΩ',
  'Hz',
  's',
  'h',
  'min',
  'dBm',
];
const idRange = { M: [1, 199], P: [200, 399], E: [400, 699] } as const;
const byKey = new Map(HE_BAT.points.map((p) => [p.key, p]));
const repeated = (values: unknown[]) => values.filter((v, i) => values.indexOf(v) !== i);
const hasChinese = /[一-鿿]|^4G$/;

describe('points', () => {
  test('have unique ids and keys, and each id lies in the range of its prefix', () => {
    expect(repeated(HE_BAT.points.map((p) => p.id))).toEqual([]);
    expect(repeated(HE_BAT.points.map((p) => p.key))).toEqual([]);
    for (const p of HE_BAT.points) {
      const [low, high] = idRange[p.prefix];
      expect(p.id, p.key).toBeGreaterThanOrEqual(low);
      expect(p.id, p.key).toBeLessThanOrEqual(high);
      expect(p.key.startsWith(`${p.prefix}_`), p.key).toBe(true);
      expect(parseWireKey(p.key), p.key).toEqual({ key: p.key, part: 0 });
    }
  });

  test('have fixed ids', () => {
    // Years of rows are stored under these numbers: a failure here is a change that would relabel them.
    const anchors = {
      M_SOC: 1,
      M_E_DIS_TOTAL: 71,
      P_SOC: 200,
      P_CELL_V: 300,
      E_MODE: 400,
      E_GRID_P: 440,
      E_E_DIS: 485,
    };
    for (const [key, id] of Object.entries(anchors)) expect(byKey.get(key)?.id, key).toBe(id);
  });

  test('have labels in both languages, a known unit, and a group with a heading', () => {
    for (const p of HE_BAT.points) {
      expect(p.label.en, p.key).toMatch(/[A-Za-z]/);
      expect(p.label.zh, p.key).toMatch(hasChinese);
      expect(units, p.key).toContain(p.unit);
      expect(groupLabels, p.key).toHaveProperty(p.group);
      for (const value of Object.values(p.values ?? {})) {
        expect(value.en, p.key).not.toBe('');
        expect(value.zh, p.key).toMatch(hasChinese);
      }
    }
  });

  test('have steps that can be stored without loss', () => {
    for (const p of HE_BAT.points) {
      const scaled = p.step * VALUE_SCALE;
      expect(Math.abs(scaled - Math.round(scaled)), p.key).toBeLessThan(1e-9);
      expect(scaled, p.key).toBeGreaterThanOrEqual(1);
    }
  });

  test('have a plausible range that can be stored', () => {
    for (const p of HE_BAT.points) {
      expect(p.min, p.key).toBeLessThan(p.max);
      expect(Math.max(-p.min, p.max), p.key).toBeLessThan(VALUE_LIMIT);
    }
  });

  test('of other models are found under their wire names', () => {
    expect(parseWireKey('phase_angle')).toEqual({ key: 'phase_angle', part: 0 });
    expect(parseWireKey('heater@2.07')).toEqual({ key: 'heater', part: 207 });
    for (const text of ['', '_a', '1a', 'a b', 'a@', `a${'b'.repeat(50)}`, 'a@1.2.3'])
      expect(parseWireKey(text), text).toBeNull();
  });

  test('have values only if they are enums, and count Wh or Ah if they are counters', () => {
    for (const p of HE_BAT.points) {
      expect(p.values !== undefined, p.key).toBe(p.kind === 'enum');
      if (p.kind === 'counter') expect(['Wh', 'Ah'], p.key).toContain(p.unit);
      expect(p.part === 'system', p.key).toBe(p.prefix !== 'P');
    }
  });

  test('are distinct from attributes', () => {
    for (const a of attributes) expect(byKey.has(a.key), a.key).toBe(false);
  });
});

describe('settings', () => {
  test('have labels, and either choices or a range that contains the default', () => {
    expect(repeated(HE_BAT.settings.map((s) => s.key))).toEqual([]);
    for (const s of HE_BAT.settings) {
      expect(s.label.zh, s.key).toMatch(hasChinese);
      expect(units, s.key).toContain(s.unit);
      expect(groupLabels, s.key).toHaveProperty(s.group);
      if (s.values) {
        expect(s.values, s.key).toHaveProperty(String(s.default));
      } else {
        expect(s.default, s.key).toBeGreaterThanOrEqual(s.min ?? Number.NaN);
        expect(s.default, s.key).toBeLessThanOrEqual(s.max ?? Number.NaN);
        const steps = (s.default - (s.min ?? 0)) / (s.step ?? Number.NaN);
        expect(Math.abs(steps - Math.round(steps)), s.key).toBeLessThan(1e-6);
      }
    }
  });

  test('name a point with the same unit in shown_by', () => {
    for (const s of HE_BAT.settings) {
      if (s.shown_by) expect(byKey.get(s.shown_by)?.unit, s.key).toBe(s.unit);
    }
  });

  test('have protection thresholds in order: release, alarm, protect', () => {
    const value = (key: string) => HE_BAT.settings.find((s) => s.key === key)?.default ?? Number.NaN;
    for (const name of ['COV', 'CUV', 'TOV', 'TUV', 'COC', 'DOC', 'COT', 'CUT', 'DOT', 'DUT']) {
      const [a, p, r] = ['A', 'P', 'R'].map((x) => value(`M_PT_${name}_${x}`)) as [number, number, number];
      expect(Math.sign(p - a), name).toBe(Math.sign(a - r));
      expect(p, name).not.toBe(a);
    }
  });
});

describe('faults', () => {
  test('have unique codes that belong to a bit of a bit-field point of their source', () => {
    const sources = { M: 'master', P: 'slave', E: 'EMS' };
    expect(repeated(HE_BAT.faults.map((f) => f.code))).toEqual([]);
    for (const f of HE_BAT.faults) {
      const point = byKey.get(f.point);
      expect(point?.kind, f.code).toBe('bits');
      expect(f.code).toBe(`${f.point}.${f.bit}`);
      // Bits stay below 32 so that a field is an unsigned 32-bit integer everywhere.
      expect(f.bit >= 0 && f.bit < 32, f.code).toBe(true);
      expect(f.source, f.code).toBe(sources[point?.prefix ?? 'E']);
      expect(f.label.zh, f.code).toMatch(hasChinese);
    }
  });

  test('cover every fault point', () => {
    const explained = new Set(HE_BAT.faults.map((f) => f.point));
    for (const p of HE_BAT.points.filter((x) => x.group === 'faults'))
      expect(explained, p.key).toContain(p.key);
  });
});

describe('aliases', () => {
  test('resolve to points, and keep pack and cell', () => {
    for (const [alias, key] of Object.entries(pointAliases)) {
      expect(byKey.has(key), alias).toBe(true);
      expect(byKey.has(alias), alias).toBe(false);
    }
    expect(canonicalKey('M_TotalVoltage')).toBe('M_VOLT');
    expect(canonicalKey('P_Voltage@2')).toBe('P_VOLT@2');
    expect(canonicalKey('M_SOC')).toBe('M_SOC');
    expect(canonicalKey('toString')).toBe('toString');
  });
});

test('the largest command fits into the 4 kB that the protocol promises to devices', () => {
  const envelope = { id: '6b0e6b0e-0000-4000-8000-000000000000', expires: 1_763_700_030_000 };
  const all = Object.fromEntries(HE_BAT.settings.map(({ key }) => [key, -1_234_567.891]));
  const largest = [
    { ...envelope, cmd: 'set_config', params: { keys: all } },
    { ...envelope, cmd: 'report', params: { keys: HE_BAT.points.map(({ key }) => key) } },
  ].map((command) => JSON.stringify(command).length);
  expect(Math.max(...largest)).toBeLessThan(4096);
});
