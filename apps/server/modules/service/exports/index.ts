import * as contract from '@voltloop/contract';
import type { Files } from '../../../platform/files.ts';
import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import type { Core } from './core.ts';
import { deleteFile, listRuns, sendFile } from './run-files.ts';
import { ExportRunner } from './runner.ts';
import { createSchedule, deleteSchedule, listSchedules, runNow, updateSchedule } from './schedules.ts';
import { ExportSweep } from './sweep.ts';

export interface Exports extends Module {
  /** Creates all files that are due now; resolves when none is left. For tests. */
  run(): Promise<void>;
  /** Removes all files that are due for removal. For tests. */
  sweep(): Promise<void>;
}

/**
 * Scheduled exports of history and energy to files (docs/decisions/0085).
 * @param files The folder or bucket of exported files.
 */
export function createExports(
  services: Services,
  files: Files,
  modules: Pick<Core, 'things' | 'sites' | 'telemetry'>,
): Exports {
  const core: Core = {
    services,
    files,
    ...modules,
    // Another node with the role checks within seconds.
    wake: () => {
      runner.wake();
      sweep.wake();
    },
  };
  const runner = new ExportRunner(core);
  const sweep = new ExportSweep(core);
  return {
    routes(http) {
      http.implement(contract.listExportSchedules, (ctx) => listSchedules(core, ctx));
      http.implement(contract.createExportSchedule, (ctx, { body }) => createSchedule(core, ctx, body));
      http.implement(contract.updateExportSchedule, (ctx, { params, body }) =>
        updateSchedule(core, ctx, params.id, body),
      );
      http.implement(contract.deleteExportSchedule, async (ctx, { params }) => {
        await deleteSchedule(core, ctx, params.id);
        return null;
      });
      http.implement(contract.runExportSchedule, (ctx, { params }) => runNow(core, ctx, params.id));
      http.implement(contract.listExportRuns, (ctx, input) => listRuns(core, ctx, input));
      http.implement(contract.exportRunFile, (ctx, { params }, { reply }) =>
        sendFile(core, ctx, params.id, reply),
      );
      http.implement(contract.deleteExportRunFile, async (ctx, { params }) => {
        await deleteFile(core, ctx, params.id);
        return null;
      });
    },
    async start() {
      runner.start();
      sweep.start();
    },
    async stop() {
      await runner.stop();
      await sweep.stop();
    },
    run: () => runner.run(),
    sweep: () => sweep.run(),
  };
}
