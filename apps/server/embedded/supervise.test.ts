import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { supervise } from './supervise.ts';

const log = pino({ level: 'silent' });

/** A process that ends on request; `fails` is the number of starts that fail. */
function program() {
  const state = { started: 0, stopped: 0, fails: 0, end: (_how: string) => {} };
  const start = async () => {
    state.started++;
    if (state.fails > 0 && state.fails--) throw new Error('no');
    const { promise, resolve } = Promise.withResolvers<string>();
    state.end = resolve;
    return {
      ended: promise,
      async stop() {
        state.stopped++;
        resolve('stopped');
      },
    };
  };
  return { state, start };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first start rejects when it fails', async () => {
  const { state, start } = program();
  state.fails = 1;
  await expect(supervise({ name: 'x', log, start })).rejects.toThrow('no');
});

test('a process that exits is restarted, with growing delays while it fails', async () => {
  const { state, start } = program();
  const supervised = await supervise({ name: 'x', log, start });
  state.fails = 2;
  state.end('crashed');
  await vi.advanceTimersByTimeAsync(199);
  expect(state.started).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(state.started).toBe(2);
  await vi.advanceTimersByTimeAsync(400);
  expect(state.started).toBe(3);
  await vi.advanceTimersByTimeAsync(799);
  expect(state.started).toBe(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(state.started).toBe(4);
  await supervised.stop();
  expect(state.stopped).toBe(1);
});

test('after a long steady run the delay is short again', async () => {
  const { state, start } = program();
  const supervised = await supervise({ name: 'x', log, start });
  for (let i = 0; i < 5; i++) {
    state.end('crashed');
    await vi.advanceTimersByTimeAsync(20_000);
  }
  const before = state.started;
  await vi.advanceTimersByTimeAsync(61_000);
  state.end('crashed');
  await vi.advanceTimersByTimeAsync(200);
  expect(state.started).toBe(before + 1);
  await supervised.stop();
});

test('once stopped it is not started again', async () => {
  const { state, start } = program();
  const supervised = await supervise({ name: 'x', log, start });
  state.end('crashed');
  await vi.advanceTimersByTimeAsync(0);
  await supervised.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state.started).toBe(1);
});
