import type { Module } from '../../../platform/module.ts';
import { Repeated } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { Services } from '../../../platform/services.ts';
import type { Things } from '../../fleet/things/index.ts';
import type { Core } from './core.ts';
import type { ImportKind } from './kinds.ts';
import { importRoutes } from './routes.ts';
import { deleteExpired } from './store.ts';
import { thingsKind } from './things-kind.ts';

export {
  commonMessages,
  dayMessages,
  type ImportColumn,
  type ImportKind,
  type Language,
  type RowError,
  type SheetRow,
} from './kinds.ts';
export { readInThread } from './read-in-thread.ts';
export { withReceivedSheet } from './receive-sheet.ts';

/**
 * Imports records from workbooks: read, validated row by row, previewed, and written only when confirmed.
 * @param more kinds of records in addition to things
 */
export function createImports(services: Services, things: Things, more: readonly ImportKind[] = []): Module {
  const { db, clock } = services;
  const kinds = [thingsKind(things), ...more];
  const core: Core = { services, kinds: new Map(kinds.map((kind) => [kind.name, kind])) };
  const failure = 'sweep of imports failed';
  const sweeper = new Repeated({ work: schedule.imports_expired, services, failure }, () =>
    deleteExpired(db, clock()),
  );
  return {
    routes: (http) => importRoutes(http, core),
    async start() {
      sweeper.start();
    },
    stop: () => sweeper.stop(),
  };
}
