import { expect, it, vi } from 'vitest';
import { joinRunning } from './join-running.ts';

it('runs the work once for calls while it is running', async () => {
  const work = vi.fn(async (n: number) => n);
  const joined = joinRunning(work);
  expect(await Promise.all([joined(1), joined(2)])).toEqual([1, 1]);
  expect(work).toHaveBeenCalledTimes(1);
  expect(await joined(3)).toBe(3);
});

it('runs the work again after it failed', async () => {
  const work = vi.fn().mockRejectedValueOnce(new Error('refused')).mockResolvedValue('done');
  const joined = joinRunning(work);
  await expect(joined()).rejects.toThrow('refused');
  expect(await joined()).toBe('done');
});
