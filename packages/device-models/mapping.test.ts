import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameOf } from './frame.ts';
import { compileMapping, timeOf } from './mapping.ts';
import { type DeviceModelInput, deviceModel } from './model.ts';
import { readingsOf } from './samples.ts';

type Mapping = DeviceModelInput['mapping'];

const modelOf = (mapping: Mapping, more: Partial<DeviceModelInput> = {}) =>
  deviceModel.parse({ id: 'TEST', name: { en: 'Test', zh: '测试' }, mapping, ...more });
const read = (mapping: Mapping, topic: string, payload: unknown, zone = 'UTC') =>
  compileMapping(modelOf(mapping)).read(
    topic,
    typeof payload === 'string' ? payload : JSON.stringify(payload),
    zone,
  );
const one = (field: Mapping['messages'][number]['fields'][number], payload: unknown) =>
  read({ messages: [{ topic: 't', format: 'json', fields: [field] }] }, 't', payload);
const valueAt = (field: object, raw: unknown) =>
  one({ to: 'soc', path: '/v', ...field }, { v: raw })?.values[0]?.value;

describe('a value', () => {
  it.each<[what: string, field: object, raw: unknown, value: number | undefined]>([
    ['is scaled without binary noise', { scale: 0.1 }, 3, 0.3],
    ['is offset after the scale', { scale: 0.1, offset: -10 }, 150, 5],
    ['may be a text', {}, ' 12.5 ', 12.5],
    ['is true or false', {}, true, 1],
    ['stands for another', { values: { idle: 0, on: 2 } }, 'on', 2],
    ['is one bit', { bit: 2 }, 5, 1],
    ['is a signed number of 16 bits', { signed: 16 }, 65_535, -1],
    ['is a signed number of 32 bits', { signed: 32 }, 4_294_967_286, -10],
    ['is a part of a text', { split: { by: '|', index: 1 } }, '7|8|9', 8],
    ['counts in one direction', { only: 'positive' }, -5, 0],
    ['counts in the other direction', { only: 'negative' }, -5, 5],
    ['is none where the device means none', { ignore: [65_535] }, 65_535, undefined],
    ['is none as null', {}, null, undefined],
    ['is none as unavailable', {}, 'unavailable', undefined],
  ])('%s', (_what, field, raw, value) => {
    expect(valueAt(field, raw)).toBe(value);
  });

  it.each([[{ v: 'much' }], [{ v: {} }], [{ v: [1] }], [{ v: '1e999' }], [{ v: { toString: 1 } }]])(
    'that is no number is refused with its place: %j',
    (payload) => {
      expect(one({ to: 'soc', path: '/v' }, payload)).toMatchObject({
        values: [],
        refusals: [{ reason: 'bad_value', at: 'messages.0.fields.0' }],
      });
    },
  );

  it('is a sum of terms only when all that must be there are', () => {
    const terms = [{ path: '/a' }, { path: '/b', scale: -1 }, { path: '/c', optional: true }];
    expect(one({ to: 'battery_power', terms }, { a: 0.3, b: 0.1 })?.values[0]?.value).toBe(0.2);
    expect(one({ to: 'battery_power', terms }, { a: 1, b: 2, c: 4 })?.values[0]?.value).toBe(3);
    expect(one({ to: 'battery_power', terms }, { a: 1, c: 4 })?.values).toEqual([]);
  });

  it('is found in lists by a property, and several are joined', () => {
    const meters = {
      list: [
        { type: 'pv', p: 3 },
        { type: 'grid', p: 5 },
        { type: 'grid', p: 7 },
      ],
    };
    expect(one({ to: 'grid_power', path: '/list/[type=grid]/p' }, meters)?.values[0]?.value).toBe(5);
    expect(one({ to: 'grid_power', path: '/list/[type=grid][p=7]/p' }, meters)?.values[0]?.value).toBe(7);
    expect(one({ to: 'grid_power', path: '/list/*/p', reduce: 'sum' }, meters)?.values[0]?.value).toBe(15);
    expect(one({ to: 'grid_power', path: '/list/*/p', reduce: 'max' }, meters)?.values[0]?.value).toBe(7);
  });

  it('is only an own property', () => {
    for (const path of ['/__proto__/x', '/constructor/name', '/toString', '/a/__proto__'])
      expect(one({ to: 'soc', path }, { a: { b: 1 } })).toMatchObject({ values: [], refusals: [] });
  });
});

describe('a message', () => {
  it('gives cells their packs', () => {
    const read = one(
      { to: 'cell_voltage', path: '/c', cells: 2, scale: 1000 },
      { c: [3.3, 3.31, null, 3.3] },
    );
    expect(frameOf(read?.values ?? [], 5, false)).toEqual({
      ts: 5,
      q: 0,
      data: {},
      packs: [
        { P_no: 1, P_CELL_V: [3300, 3310] },
        { P_no: 2, P_CELL_V: [null, 3300] },
      ],
    });
  });

  it('lists packs, or has their numbers in its topic', () => {
    const list: Mapping = {
      messages: [
        {
          topic: 't',
          format: 'json',
          each: '/packs',
          fields: [{ to: 'pack_soc', path: '/soc', pack: 'each' }],
        },
        {
          topic: 'x/{...rest}',
          format: 'number',
          fields: [{ to: 'cell_voltage', at: 'CellVol_B{pack}_{cell}', pack: 'pack', cell: 'cell' }],
        },
      ],
    };
    expect(read(list, 't', { packs: [{ soc: 1 }, { soc: 2 }] })?.values).toEqual([
      { to: 'pack_soc', pack: 1, cell: 0, value: 1 },
      { to: 'pack_soc', pack: 2, cell: 0, value: 2 },
    ]);
    expect(read(list, 'x/CellVol_B3_07', '3301')?.values).toEqual([
      { to: 'cell_voltage', pack: 3, cell: 7, value: 3301 },
    ]);
    expect(read(list, 'x/CellVol_Bmin_max', '1')).toMatchObject({ values: [], refusals: [] });
  });

  it('of another kind is left out', () => {
    const mapping: Mapping = {
      messages: [
        {
          topic: 't',
          format: 'json',
          when: [{ path: '/type', is: 15 }],
          fields: [{ to: 'soc', path: '/v' }],
        },
      ],
    };
    expect(read(mapping, 't', { type: 15, v: 1 })?.values).toHaveLength(1);
    expect(read(mapping, 't', { type: 16, v: 1 })?.values).toHaveLength(0);
    expect(read(mapping, 'u', { type: 15, v: 1 })).toBeNull();
  });

  it('of pairs is read by their names', () => {
    const kv: Mapping = {
      messages: [{ topic: 't', format: 'kv', fields: [{ to: 'soc', path: '/soc' }] }],
    };
    expect(read(kv, 't', 'a=1,soc=81,__proto__=2')?.values).toMatchObject([{ value: 81 }]);
  });

  it('is refused with a time that cannot be read, and has the time of its arrival without one', () => {
    const timed: Mapping = {
      messages: [
        {
          topic: 't',
          format: 'json',
          time: { path: '/t', unit: 's' },
          fields: [{ to: 'soc', path: '/v' }],
        },
      ],
    };
    expect(read(timed, 't', { t: 1_772_362_805, v: 1 })).toMatchObject({ time_ms: 1_772_362_805_000 });
    expect(read(timed, 't', { v: 1 })).toMatchObject({ time_ms: null, values: [{ value: 1 }] });
    expect(read(timed, 't', { t: 'soon', v: 1 })).toMatchObject({
      values: [],
      refusals: [{ reason: 'bad_time' }],
    });
  });

  it('never throws and stays bounded, whatever it is', () => {
    const mapping = compileMapping(
      modelOf({
        messages: [
          {
            topic: '{...rest}',
            format: 'json',
            each: '/*',
            time: { path: '/t', unit: 'iso' },
            fields: [
              { to: 'soc', path: '/*' },
              { to: 'cell_voltage', path: '/a', cells: 99 },
              { to: 'pack_soc', path: '/[a=1]/b', pack: 'each' },
            ],
          },
        ],
      }),
    );
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.string(), (payload, text) => {
        for (const each of [payload, text]) {
          const read = mapping.read('a/b', each, 'UTC');
          expect(read?.values.length ?? 0).toBeLessThanOrEqual(4096);
          for (const { value } of read?.values ?? []) expect(Number.isFinite(value)).toBe(true);
        }
      }),
    );
    const many = JSON.stringify({ a: Array.from({ length: 60_000 }, () => ({ a: [1, 2, 3], b: 4 })) });
    expect(mapping.read('a', many, 'UTC')?.values.length).toBeLessThanOrEqual(4096);
    expect(mapping.read('a', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'UTC')).not.toBeNull();
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('a local time', () => {
  it.each([
    ['2026-07-01 12:00:00', 'Europe/Berlin', '2026-07-01T10:00:00Z'],
    ['2026-01-01T12:00', 'Asia/Shanghai', '2026-01-01T04:00:00Z'],
    // Comes twice: the first one. And does not exist: an hour later.
    ['2026-10-25 02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
    ['2026-03-29 02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
  ])('%s in %s is %s', (text, zone, instant) => {
    expect(timeOf(text, 'local', zone)).toBe(Date.parse(instant));
  });
});

describe('sources that are easily read wrongly', () => {
  it('E3/DC: energy into the grid is export', () => {
    const model = modelOf({
      messages: [
        {
          topic: 'e3dc/{...rest}',
          format: 'number',
          fields: [
            { to: 'export', at: 'grid/energy/in', scale: 1000 },
            { to: 'import', at: 'grid/energy/out', scale: 1000 },
          ],
        },
      ],
    });
    expect(readingsOf(model, [{ topic: 'e3dc/grid/energy/in', payload: '2.5' }], 0)).toEqual({
      export: 2500,
    });
  });
});
