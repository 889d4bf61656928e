import { describe, expect, test } from 'vitest';
import { causeLabel, causes, deletionCauses, missingOf, reasonText } from './why.ts';

describe('a reason', () => {
  const offered = ['damage', 'other'] as const;
  test.each([
    ['a cause of the list says enough', { cause: 'damage' }, null],
    ['an explanation may accompany it', { cause: 'damage', reason: '进水' }, null],
    ['words that say nothing do not', { cause: 'damage', reason: 'x' }, 'length'],
    ['words longer than 200 characters neither', { cause: 'damage', reason: 'x'.repeat(201) }, 'length'],
    ['200 characters are enough', { cause: 'other', reason: 'x'.repeat(200) }, null],
    ['another cause is not offered', { cause: 'duplicate', reason: '进水' }, 'cause'],
    ['another reason needs words', { cause: 'other' }, 'reason'],
    ['words alone are another reason', { reason: '进水' }, null],
    ['nothing is no reason', {}, 'reason'],
    ['blanks are none', { reason: '    ' }, 'length'],
    ['neither are invisible characters', { reason: '\u200b\u200b' }, 'length'],
  ])('%s', (_title, why, missing) => {
    expect(missingOf(offered, why)).toBe(missing);
  });

  test('is worded in the language of the reader', () => {
    expect(reasonText({ cause: 'damage', reason: '进水' }, 'zh')).toBe('损坏且无法修复：进水');
    expect(reasonText({ cause: 'damage', reason: null }, 'en')).toBe('Damaged beyond repair');
    expect(reasonText({ cause: 'other', reason: 'flooded' }, 'en')).toBe('flooded');
    expect(reasonText({ cause: null, reason: 'as before' }, 'en')).toBe('as before');
    expect(reasonText({ cause: null, reason: null }, 'en')).toBeNull();
  });

  test('with an unknown cause has no words', () => {
    expect(causeLabel('moonshine', 'en')).toBeNull();
    expect(deletionCauses.every((cause) => causes[cause].zh.length > 1)).toBe(true);
  });
});
