import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileMapping, emptyState, MAX_READINGS, type Mapped, readingName } from './mapping.ts';
import { checkModel } from './model.ts';

const label = { en: 'X', zh: 'X' };
const RECEIVED_MS = Date.UTC(2026, 2, 1, 12);

function readerOf(message: object, mapping: object = {}) {
  const checked = checkModel({
    format: 1,
    id: 'test',
    name: label,
    vendor: 'Test',
    version: 1,
    silence_s: 300,
    points: [
      { key: 'X', label },
      { role: 'energy_export' },
      { role: 'soc', min: 0, max: 100 },
      { role: 'pack_soc' },
      { role: 'cell_voltage' },
    ],
    mapping: { messages: [{ topic: 'a', format: 'json', ...message }], ...mapping },
    samples: [],
  });
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems));
  const read = compileMapping(checked.model);
  return (payload: unknown, topic = 'a', state = emptyState) =>
    read(
      {
        topic,
        payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
        received_ms: RECEIVED_MS,
        zone: null,
      },
      state,
    );
}
const valuesOf = ({ readings }: Mapped) =>
  Object.fromEntries(readings.map((each) => [readingName(each), each.value]));
const reasons = ({ problems }: Mapped) => problems.map(({ place, reason }) => `${place} ${reason}`);
const FIELD = 'mapping.messages[0].fields[0]';

describe('a field', () => {
  it.each<[string, object, unknown, number | undefined]>([
    ['scales without binary noise', { path: '/v', scale: 0.1 }, { v: 3 }, 0.3],
    ['adds an offset', { path: '/v', offset: -40 }, { v: 65 }, 25],
    ['reads a text', { path: '/v' }, { v: ' -1.5e2 ' }, -150],
    ['reads a boolean', { path: '/v' }, { v: true }, 1],
    ['translates texts', { path: '/v', values: { on: 7 } }, { v: 'on' }, 7],
    ['reads an index', { path: '/v/1' }, { v: [1, 2] }, 2],
    [
      'selects by two conditions',
      { path: '/v/[t=m][n=2]/p' },
      {
        v: [
          { t: 'm', n: 1, p: 1 },
          { t: 'm', n: 2, p: 5 },
        ],
      },
      5,
    ],
    ['sums what * finds', { path: '/v/*/p', reduce: 'sum' }, { v: [{ p: 1 }, { p: 2 }] }, 3],
    [
      'adds terms with signs',
      { terms: [{ path: '/a' }, { path: '/b', scale: -1 }] },
      { a: 0, b: 1250 },
      -1250,
    ],
    [
      'adds without an optional term',
      { terms: [{ path: '/a' }, { path: '/b', optional: true }] },
      { a: 4 },
      4,
    ],
    ['joins words', { words: ['/0', '/1'], scale: 10 }, [24423, 3], 2_210_310],
    ['reads two’s complement', { path: '/v', signed: 16 }, { v: 65535 }, -1],
    ['reads a bit', { path: '/v', bit: 2 }, { v: 4 }, 1],
    ['splits', { path: '/v', split: { by: '|', index: 1 } }, { v: '5|8' }, 8],
    ['takes one direction', { path: '/v', take: 'negative' }, { v: -5 }, 5],
    ['ignores what stands for no value', { path: '/v', ignore: [65535] }, { v: 65535 }, undefined],
    ['skips null', { path: '/v' }, { v: null }, undefined],
    ['takes null for zero where the model says so', { path: '/v', if_null: 'zero' }, { v: null }, 0],
  ])('%s', (_, field, payload, value) => {
    const mapped = readerOf({ fields: [{ ...field, point: 'X' }] })(payload);
    expect(mapped.problems).toEqual([]);
    expect(valuesOf(mapped).X).toBe(value);
  });

  it.each<[string, object, unknown, string]>([
    ['a text', { path: '/v' }, { v: 'abc' }, 'not_a_number'],
    ['an object', { path: '/v' }, { v: {} }, 'not_a_number'],
    ['an unknown value', { path: '/v', values: { on: 1 } }, { v: 'constructor' }, 'unknown_value'],
    ['an incomplete sum', { terms: [{ path: '/a' }, { path: '/b' }] }, { a: 1 }, 'missing_term'],
    ['an incomplete word', { words: ['/0', '/1'] }, [1], 'missing_term'],
    ['too few parts', { path: '/v', split: { by: '|', index: 3 } }, { v: '1|2' }, 'no_part'],
    ['null where it must not be', { path: '/v', if_null: 'refuse' }, { v: null }, 'is_null'],
  ])('refuses %s at its place, without a value', (_, field, payload, reason) => {
    const mapped = readerOf({ fields: [{ ...field, point: 'X' }] })(payload);
    expect(mapped.readings).toEqual([]);
    expect(reasons(mapped)).toEqual([`${FIELD} ${reason}`]);
  });

  it('refuses a value outside the range of its point', () => {
    expect(reasons(readerOf({ fields: [{ path: '/v', point: 'M_SOC' }] })({ v: 500 }))).toEqual([
      `${FIELD} out_of_range`,
    ]);
  });

  it('reads own keys only', () => {
    for (const path of ['/constructor', '/__proto__/x', '/v/length'])
      expect(readerOf({ fields: [{ path, point: 'X' }] })('{"v":[1]}').readings).toEqual([]);
  });
});

describe('a message', () => {
  it('numbers packs and cells by its topic', () => {
    const read = readerOf({
      topic: 'b/{...rest}',
      format: 'number',
      fields: [{ at: 'CellVol_B{pack}_{cell}', point: 'P_CELL_V' }],
    });
    expect(valuesOf(read('3300', 'b/CellVol_B2_13'))).toEqual({ 'P_CELL_V@2.13': 3300 });
  });

  it('numbers packs of a list in their order, or by serial number for ever', () => {
    const fields = [{ path: '/soc', point: 'P_SOC' }];
    const list = [
      { sn: 'B', soc: 1 },
      { sn: 'A', soc: 2 },
    ];
    expect(valuesOf(readerOf({ each: { path: '' }, fields })(list))).toEqual({ 'P_SOC@1': 1, 'P_SOC@2': 2 });
    const read = readerOf({ each: { path: '', serial: '/sn' }, fields });
    const { state } = read(list);
    expect(valuesOf(read([list[1]], 'a', state))).toEqual({ 'P_SOC@2': 2 });
  });

  it('reads cells from a list, and skips those without a value', () => {
    const read = readerOf({ fields: [{ path: '/c', cells: true, scale: 1000, point: 'P_CELL_V' }] });
    expect(valuesOf(read({ c: [3.3, null, 3.331] }))).toEqual({ 'P_CELL_V@1.1': 3300, 'P_CELL_V@1.3': 3331 });
  });

  it('is left out when its condition does not hold', () => {
    const read = readerOf({ when: [{ path: '/t', is: [1, 2] }], fields: [{ path: '/v', point: 'X' }] });
    expect([valuesOf(read({ t: 2, v: 1 })), valuesOf(read({ t: 3, v: 1 }))]).toEqual([{ X: 1 }, {}]);
  });

  it('of E3/DC has export under grid/energy/in', () => {
    const read = readerOf({
      topic: 'e3dc/{...rest}',
      format: 'number',
      fields: [{ at: 'grid/energy/in', scale: 1000, point: 'E_E_EXP' }],
    });
    expect(valuesOf(read('2210.31', 'e3dc/grid/energy/in'))).toEqual({ E_E_EXP: 2_210_310 });
  });

  it('is refused when it is too large, too deep or not JSON', () => {
    const read = readerOf({ fields: [{ path: '/v', point: 'X' }] });
    expect(reasons(read(' '.repeat(262_145)))).toEqual([' payload_size']);
    expect(reasons(read(`${'['.repeat(50)}`))).toEqual(['mapping.messages[0] payload_depth']);
    expect(reasons(read(`[${'1,'.repeat(20_000)}1]`))).toEqual(['mapping.messages[0] payload_keys']);
    expect(reasons(read('{'))).toEqual(['mapping.messages[0] payload_json']);
  });

  it('never throws, changes no prototype and stays bounded, for any JSON', () => {
    const read = readerOf(
      {
        each: { path: '/*', serial: '/0' },
        fields: [
          { path: '/*', cells: true, point: 'P_CELL_V' },
          { path: '', point: 'P_SOC' },
        ],
      },
      { device: { path: '/__proto__' } },
    );
    const plain = readerOf({
      fields: [
        { path: '/*', reduce: 'sum', point: 'X' },
        { path: '/*', cells: true, point: 'P_CELL_V' },
      ],
    });
    fc.assert(
      fc.property(fc.json(), (text) => {
        for (const mapped of [read(text), plain(text)]) {
          expect(mapped.readings.length).toBeLessThanOrEqual(MAX_READINGS);
          expect(mapped.problems.length).toBeLessThanOrEqual(60);
          for (const { value } of mapped.readings) expect(Number.isFinite(value)).toBe(true);
        }
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
    );
  });
});
