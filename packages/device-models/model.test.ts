import { describe, expect, it } from 'vitest';
import { checkModel, parseModel } from './model.ts';
import { problemText } from './texts.ts';

const base = {
  format: 1,
  id: 'test',
  name: { en: 'Test', zh: '测试' },
  vendor: 'Test',
  version: 1,
  silence_s: 300,
  points: [{ role: 'soc' }, { key: 'HUM', label: { en: 'Humidity', zh: '湿度' } }],
  mapping: {
    messages: [{ topic: 'a/{device}', format: 'json', fields: [{ path: '/soc', point: 'M_SOC' }] }],
  },
  samples: [],
};
const label = { en: 'L', zh: 'L' };
const withPoint = (point: object) => ({ ...base, points: [...base.points, point] });
const withField = (field: object, message: object = {}) => ({
  ...base,
  mapping: { messages: [{ topic: 'a/{device}', format: 'json', ...message, fields: [field] }] },
});
const withDerive = (...derive: object[]) => ({ ...base, mapping: { ...base.mapping, derive } });

function problems(document: unknown): string[] {
  const checked = checkModel(document);
  return 'problems' in checked ? checked.problems.map(({ place, reason }) => `${place} ${reason}`) : [];
}

describe('a model', () => {
  it('gets unit, kind, part and label of its roles', () => {
    const checked = checkModel(base);
    expect('model' in checked && checked.model.points).toMatchObject([
      { key: 'M_SOC', unit: '%', kind: 'gauge', part: 'system', label: { en: 'State of charge' } },
      { key: 'HUM', unit: '', kind: 'gauge', part: 'system' },
    ]);
  });

  it.each<[string, unknown, string]>([
    ['a field that does not exist', { ...base, silence: 1 }, ' unknown_field'],
    ['a missing field', { ...base, vendor: undefined }, 'vendor missing'],
    ['a field of another type', { ...base, vendor: 5 }, 'vendor wrong_type'],
    ['too many points', { ...base, points: Array(501).fill({ role: 'soc' }) }, 'points at_most'],
    ['a bad key', withPoint({ key: '1x', label }), 'points[2].key not_like'],
    ['a role with two points', withPoint({ role: 'soc' }), 'points[2].role role_twice'],
    ['a key with two points', withPoint({ key: 'HUM', label }), 'points[2].key key_twice'],
    ['a key of another role', withPoint({ role: 'soh', key: 'M_VOLT' }), 'points[2].key role_key'],
    ['another unit than the role', withPoint({ role: 'soh', unit: 'W' }), 'points[2].unit role_field'],
    ['a reserved key without a role', withPoint({ key: 'M_SOH', label }), 'points[2].key reserved_key'],
    ['a point without a key', withPoint({ label }), 'points[2].key key_missing'],
    ['a point without a label', withPoint({ key: 'X' }), 'points[2].label label_missing'],
    ['an empty range', withPoint({ key: 'X', label, min: 1, max: 1 }), 'points[2].min range'],
    [
      'two values with one label',
      withPoint({ key: 'X', label, kind: 'enum', values: { 0: label, 1: label } }),
      'points[2].values.1 values_twice',
    ],
    [
      'a choice without values',
      withPoint({ key: 'X', label, kind: 'enum' }),
      'points[2].values values_missing',
    ],
    [
      'an unknown point',
      withField({ path: '/a', point: 'NO' }),
      'mapping.messages[0].fields[0].point unknown_point',
    ],
    ['a field without a target', withField({ path: '/a' }), 'mapping.messages[0].fields[0] one_target'],
    ['a bad path', withField({ path: 'a', point: 'HUM' }), 'mapping.messages[0].fields[0].path bad_path'],
    [
      'a bad topic',
      withField({ point: 'HUM' }, { topic: '{...rest}/a' }),
      'mapping.messages[0].topic bad_topic',
    ],
    ['at without a rest', withField({ at: 'x', point: 'HUM' }), 'mapping.messages[0].fields[0].at no_rest'],
    [
      'a path into a plain number',
      withField({ path: '/a', point: 'HUM' }, { format: 'number' }),
      'mapping.messages[0].fields[0] needs_json',
    ],
    [
      'two sources of one field',
      withField({ path: '/a', terms: [{ path: '/b' }], point: 'HUM' }),
      'mapping.messages[0].fields[0] one_source',
    ],
    [
      'cells of the system',
      withField({ path: '/a', cells: true, point: 'HUM' }),
      'mapping.messages[0].fields[0].cells cells_part',
    ],
    [
      'an unknown zone',
      withField({ path: '/a', point: 'HUM' }, { time: { path: '/t', unit: 'local', zone: 'Mars/Base' } }),
      'mapping.messages[0].time.zone zone',
    ],
    [
      'a gauge that counts',
      withDerive({ point: 'HUM', unreset: 'M_SOC' }),
      'mapping.derive[0].point derived_counter',
    ],
    [
      'a sum of itself',
      withDerive({ point: 'HUM', sum: [{ point: 'HUM' }] }),
      'mapping.derive[0] derived_from',
    ],
    [
      'a sum of what is derived later',
      withDerive({ point: 'HUM', sum: [{ point: 'M_SOC' }] }, { point: 'M_SOC', sum: [{ point: 'HUM' }] }),
      'mapping.derive[0] derived_order',
    ],
    [
      'a setting with an empty range',
      { ...base, settings: [{ key: 'S', label, risk: 'low', min: 5, max: 1 }] },
      'settings[0].min range',
    ],
    [
      'a fault without a bit',
      { ...base, faults: [{ code: 'F', point: 'HUM', level: 1, label }] },
      'faults[0] fault_bit',
    ],
    [
      'a sample of no point',
      { ...base, samples: [{ topic: 'a', payload: '', expect: { NO: 1 } }] },
      'samples[0].expect sample_key',
    ],
  ])('with %s is refused at its place', (_, document, problem) => {
    expect(problems(document)).toContain(problem);
  });

  it('is refused when it is not JSON, too large or too deep, without an exception', () => {
    expect(parseModel('{')).toEqual({ problems: [{ place: '', reason: 'not_json', about: '' }] });
    expect(parseModel(' '.repeat(1_000_001))).toMatchObject({ problems: [{ reason: 'too_large' }] });
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
    expect(checkModel({ ...base, samples: [{ topic: 'a', payload: deep }] })).toMatchObject({
      problems: [{ reason: 'payload_depth' }],
    });
  });

  it('has its problems in both languages', () => {
    const checked = checkModel(withField({ path: '/a', point: 'NO' }));
    const [problem] = 'problems' in checked ? checked.problems : [];
    expect(problem && [problemText(problem, 'en'), problemText(problem, 'zh')]).toEqual([
      'No point has the key NO',
      '没有键为NO的点',
    ]);
  });
});
