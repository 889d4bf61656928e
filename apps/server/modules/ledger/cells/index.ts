import * as contract from '@voltloop/contract';
import type { Module } from '../../../platform/module.ts';
import { sendTable } from '../../../platform/table-export.ts';
import type { Resources } from '../../records/resources/index.ts';
import { findCurve } from './cycler/find-curve.ts';
import { importCurveFile, withCyclerFile } from './cycler/import-curve.ts';
import { deleteMapping, listMappings, saveMapping } from './cycler/mappings.ts';
import { readHeads } from './cycler/read-heads.ts';
import { tableOf } from './matching/export-run.ts';
import { findRun } from './matching/find-run.ts';
import { listRuns } from './matching/list-runs.ts';
import { runMatching } from './matching/run-matching.ts';
import { proposeHealth } from './propose-health.ts';

export { storeCyclerFile } from './cycler/import-curve.ts';
export { runMatching } from './matching/run-matching.ts';

/**
 * Files of cyclers, health estimates from telemetry, and matching: the parts of test reports beyond their
 * declaration.
 */
export function createCells({ core }: Resources): Module {
  const { db, clickhouse } = core.services;
  return {
    routes(http) {
      http.implement(contract.importCurve, (ctx, { query }, { request }) =>
        importCurveFile(core, ctx, query, request),
      );
      http.implement(contract.readHeads, (ctx, _input, { request }) =>
        withCyclerFile(core, ctx, request, ({ path }, signal) => readHeads(path, signal)),
      );
      http.implement(contract.listMappings, (ctx) => listMappings(db, ctx));
      http.implement(contract.saveMapping, (ctx, { body }) => saveMapping(db, ctx, body));
      http.implement(contract.deleteMapping, (ctx, { body: { id } }) => deleteMapping(db, ctx, id));
      http.implement(contract.findCurve, (ctx, { query: { id } }) => findCurve(db, ctx, id));
      http.implement(contract.proposeHealth, (ctx, { query }) =>
        proposeHealth({ db, clickhouse }, ctx, query),
      );
      http.implement(contract.runMatching, (ctx, { body }, { request }) => {
        const leaving = new AbortController();
        const leave = () => leaving.abort();
        request.raw.socket.once('close', leave);
        return runMatching(db, ctx, body, leaving.signal).finally(() =>
          request.raw.socket.off('close', leave),
        );
      });
      http.implement(contract.listMatching, (ctx, { query }) => listRuns(db, ctx.caller.tenantId, query));
      http.implement(contract.findMatching, (ctx, { query: { id } }) => findRun(db, ctx.caller.tenantId, id));
      http.implement(contract.exportMatching, async (ctx, { query }, { reply }) =>
        sendTable(reply, tableOf(await findRun(db, ctx.caller.tenantId, query.id), query)),
      );
    },
  };
}
