import type { TestProject } from 'vitest/node';
import { type Stores, startStores } from './stores.ts';

declare module 'vitest' {
  interface ProvidedContext extends Stores {}
}

/** Starts one PostgreSQL and one ClickHouse for a whole run of module tests; each test file gets its own databases. */
export default async function setup(project: TestProject) {
  const stores = await startStores();
  project.provide('postgresUrl', stores.postgresUrl);
  project.provide('clickhouseUrl', stores.clickhouseUrl);
  return () => stores.stop();
}
