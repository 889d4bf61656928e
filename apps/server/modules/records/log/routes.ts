import * as contract from '@voltloop/contract';
import type { Http } from '../../../platform/http.ts';
import { sendTable } from '../../../platform/table-export.ts';
import type { Core } from '../resources/index.ts';
import { checkChain } from './check-chain.ts';
import { findLog, findLogRow, openLogExport } from './find-log.ts';
import { chainHead, facets } from './store.ts';

/** The calls of the audit trail → verbs. Reading it adds no rows to it. */
export function logRoutes(http: Http, core: Core): void {
  const { db } = core.services;
  http.implement(contract.findLogPage, (ctx, { query }) => findLog(core, ctx, query));
  http.implement(contract.findLogById, (ctx, { query }) => findLogRow(core, ctx, query.seq));
  http.implement(contract.logFacets, (ctx) => facets(db, ctx.caller.tenantId));
  http.implement(contract.logHead, (ctx) => chainHead(db, ctx.caller.tenantId));
  http.implement(contract.checkLog, (ctx, { body }) => checkChain(db, ctx, body));
  http.implement(contract.exportLog, async (ctx, { query }, { reply }) =>
    sendTable(reply, await openLogExport(core, ctx, query)),
  );
}
