import { expect, test } from 'vitest';
import { engineError, statusOf } from './errors.ts';

test('the code is parsed from the text', () => {
  const error = engineError(new Error('Code: 60. DB::Exception: Unknown table. (UNKNOWN_TABLE)'));
  expect([error.code, error.message]).toEqual([
    60,
    'Code: 60. DB::Exception: Unknown table. (UNKNOWN_TABLE)',
  ]);
  expect(engineError(error)).toBe(error);
});

test('a text without a code gets the form that clients parse', () => {
  expect(engineError('it broke').message).toBe('Code: 1002. DB::Exception: it broke (UNKNOWN_EXCEPTION)');
});

test.each([
  [62, 400],
  [60, 404],
  [516, 403],
  [159, 408],
  [48, 501],
  [241, 503],
  [395, 500],
])('code %i is status %i', (code, status) => expect(statusOf(code)).toBe(status));
