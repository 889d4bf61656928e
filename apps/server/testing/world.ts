import { inject } from 'vitest';
import './global-setup.ts';
import { makeWorld, type TestWorld } from './make-world.ts';

export type { TestWorld } from './make-world.ts';

/** A world of a module test (`*.module.test.ts`), on the servers of the global set-up. */
export const testWorld = (options: { clickhouse?: boolean } = {}): Promise<TestWorld> =>
  makeWorld({ postgresUrl: inject('postgresUrl'), clickhouseUrl: inject('clickhouseUrl') }, options);
