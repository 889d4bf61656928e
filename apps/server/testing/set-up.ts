import { afterAll, beforeAll } from 'vitest';

/**
 * Starts something before the tests of a file or block, and stops it after them.
 * @returns an object that has the members of what `start` returns, once it has started
 */
export function setUp<T extends { stop(): Promise<unknown> }>(start: () => Promise<T>): T {
  const handle = {} as T;
  beforeAll(async () => {
    Object.defineProperties(handle, Object.getOwnPropertyDescriptors(await start()));
  });
  afterAll(() => handle.stop?.());
  return handle;
}
