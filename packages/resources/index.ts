import type { Resource } from '@voltloop/resource-kit';
import { registry } from './registry.ts';

/** Every resource of the back office with its declaration, in menu order. The console loads them one by one. */
export const resources: readonly Resource[] = await Promise.all(
  Object.values(registry).map((entry) => entry.load()),
);
