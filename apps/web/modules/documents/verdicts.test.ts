import { describe, expect, test } from 'vitest';
import { countVerdicts, verdictsOf } from './verdicts.ts';

const lines = ['a', 'b', 'c'].map((clientKey) => ({ clientKey }));
const problem = (path: string, key = 'rule.x') => ({ path, key, message: 'x' });
const tones = (...problems: ReturnType<typeof problem>[]) =>
  Object.fromEntries([...verdictsOf(problems, lines)].map(([key, { tone }]) => [key, tone]));

describe('the verdicts of lines', () => {
  test('are good without a reported problem', () => {
    expect(tones()).toEqual({ a: 'good', b: 'good', c: 'good' });
  });

  test('are refused for wrong goods, and doubtful for missing values', () => {
    expect(tones(problem('lines.a.code'), problem('lines.b.kg'))).toEqual({
      a: 'refused',
      b: 'doubtful',
      c: 'good',
    });
    expect(tones(problem('lines.c.condition')).c).toBe('refused');
  });

  test('state the limit that a number exceeds', () => {
    const verdicts = verdictsOf([problem('lines.a.kg', 'validation.too_big')], lines);
    expect(verdicts.get('a')?.message).toMatch(/^check\.range\?min=.*&max=\d+$/);
  });

  test('show the worst of several problems', () => {
    const verdicts = verdictsOf(
      [problem('lines.a.kg', 'rule.kg'), problem('lines.a.code', 'rule.code'), problem('lines.a.location')],
      lines,
    );
    expect(verdicts.get('a')).toEqual({ tone: 'refused', message: 'rule.code', field: 'code' });
  });

  test('match a line by its index in the request too', () => {
    expect(tones(problem('lines.1.kg')).b).toBe('doubtful');
  });

  test('are unchecked without a problem if not all lines were checked', () => {
    const verdicts = verdictsOf([problem('day'), problem('lines.a.kg')], lines, [], false);
    expect([...verdicts].map(([, { tone }]) => tone)).toEqual(['doubtful', 'unchecked', 'unchecked']);
    expect(tones(problem('day'))).toEqual({ a: 'good', b: 'good', c: 'good' });
  });

  test('are doubtful for warnings, unless they are worse already', () => {
    const warned = verdictsOf([], lines, [problem('lines.a.code', 'rule.w'), problem('kg')]);
    expect(warned.get('a')).toEqual({ tone: 'doubtful', message: 'rule.w' });
    expect(warned.get('b')).toEqual({ tone: 'good' });
    const refused = verdictsOf([problem('lines.a.code')], lines, [problem('lines.a.kg', 'rule.w')]);
    expect(refused.get('a')?.tone).toBe('refused');
  });

  test('are counted', () => {
    const verdicts = verdictsOf([problem('lines.a.code')], lines);
    expect(countVerdicts(verdicts)).toEqual({ good: 2, doubtful: 0, refused: 1, unchecked: 0 });
  });
});
