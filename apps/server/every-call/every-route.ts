import type { Route } from '@voltloop/contract';
import {
  callsOf,
  countCalls,
  documentCalls,
  isCount,
  isSale,
  isTransfer,
  offers,
  saleCalls,
  transitCalls,
} from '@voltloop/resource-kit';
import { resources } from '@voltloop/resources';
import { documentKinds } from '@voltloop/resources/documents.ts';
import { contractRoutes } from '../platform/openapi.ts';

/** Every call of the API: the contract's and those of each resource and document kind of the back office. */
export const everyRoute: readonly Route[] = [
  ...contractRoutes(),
  ...resources.flatMap((resource) =>
    (Object.values(callsOf(resource)) as Route[]).filter((route) => offers(resource, route)),
  ),
  ...documentKinds.flatMap((kind) => Object.values(documentCalls(kind)) as Route[]),
  ...documentKinds.filter(isCount).flatMap((kind) => Object.values(countCalls(kind)) as Route[]),
  ...documentKinds.filter(isSale).flatMap((kind) => Object.values(saleCalls(kind)) as Route[]),
  ...documentKinds.filter(isTransfer).flatMap((kind) => Object.values(transitCalls(kind)) as Route[]),
];
