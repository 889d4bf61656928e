import * as contract from '@voltloop/contract';
import type { Http } from '../../../platform/http.ts';
import { loadAccount } from '../../people/accounts/index.ts';
import { type Core, erasePerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';
import { findPerson } from './find-person.ts';

/** Contract route → verb. */
export function personalDataRoutes(http: Http, core: Core): void {
  const { services } = core;
  http.implement(contract.exportOwnData, async (ctx, _input, { reply }) =>
    exportPerson(services, ctx, await loadAccount(services.db, ctx.caller, 'self'), reply),
  );
  http.implement(contract.exportPersonalData, async (ctx, { params }, { reply }) =>
    exportPerson(services, ctx, await findPerson(services.db, ctx, params.id), reply),
  );
  http.implement(contract.erasePersonalData, (ctx, { params, body }) =>
    erasePerson(core, ctx, params.id, body),
  );
}
