import { expect, it, vi } from 'vitest';
import { joinRunning } from './join-running.ts';

it('runs the work once for equal calls while it is running', async () => {
  const work = vi.fn(async ({ id }: { id: number }) => id);
  const joined = joinRunning(work);
  expect(await Promise.all([joined({ id: 1 }), joined({ id: 1 })])).toEqual([1, 1]);
  expect(work).toHaveBeenCalledTimes(1);
  expect(await joined({ id: 1 })).toBe(1);
  expect(work).toHaveBeenCalledTimes(2);
});

it('runs calls for something else one after the other, also after a failure', async () => {
  const steps: string[] = [];
  const joined = joinRunning(async (step: string) => {
    steps.push(`${step} begins`);
    await null;
    steps.push(`${step} ends`);
    if (step === 'pause') throw new Error('refused');
    return step;
  });
  const calls = ['pause', 'cancel', 'cancel', 'retry'].map((step) => joined(step));
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  expect(steps).toEqual(['pause', 'cancel', 'retry'].flatMap((step) => [`${step} begins`, `${step} ends`]));
});

it('runs the work again after it failed', async () => {
  const work = vi.fn().mockRejectedValueOnce(new Error('refused')).mockResolvedValue('done');
  const joined = joinRunning(work);
  await expect(joined()).rejects.toThrow('refused');
  expect(await joined()).toBe('done');
});
