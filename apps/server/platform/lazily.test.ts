import { expect, test, vi } from 'vitest';
import { lazily } from './lazily.ts';

test('a value is created once for all callers, and again only after a failure', async () => {
  const make = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue('made');
  const get = lazily(make);
  expect(make).not.toHaveBeenCalled();
  expect((await Promise.allSettled([get(), get()])).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ]);
  expect(await Promise.all([get(), get()])).toEqual(['made', 'made']);
  expect(make).toHaveBeenCalledTimes(2);
});
