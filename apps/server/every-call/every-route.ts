import type { Route } from '@voltloop/contract';
import { callsOf, offers } from '@voltloop/resource-kit';
import { resources } from '@voltloop/resources';
import { contractRoutes } from '../platform/openapi.ts';

/** Every call of the wire: the contract's and those of each resource of the back office. */
export const everyRoute: readonly Route[] = [
  ...contractRoutes(),
  ...resources.flatMap((resource) =>
    (Object.values(callsOf(resource)) as Route[]).filter((route) => offers(resource, route)),
  ),
];
