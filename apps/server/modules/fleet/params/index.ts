import type { LiveEvents } from '@voltloop/contract';
import { liveTopics } from '../../../platform/bus.ts';
import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import type { Commands } from '../commands/index.ts';
import type { Things } from '../things/index.ts';
import type { Core } from './core.ts';
import { endJobsOfDeleted } from './end-job.ts';
import { paramRoutes } from './routes.ts';
import { Runner } from './runner.ts';

/** Parameters of devices: readings, templates, changes of one or many, history (docs/decisions/0016). */
export function createParams(services: Services, things: Things, commands: Commands): Module {
  const core: Core = { services, things, commands };
  const runner = new Runner(core);
  const mayRun = services.config.roles.has('jobs');
  things.onDelete((trx, { now }, ids) => endJobsOfDeleted(trx, ids, now));
  let unsubscribe: (() => Promise<void>) | undefined;
  return {
    // On a node without the jobs role, the timer of another node finds new work.
    routes: (http) => paramRoutes(http, core, () => mayRun && void runner.run()),
    async start() {
      if (!mayRun) return;
      runner.start();
      // A reply advances its job immediately; if the notice is lost, the timer does.
      unsubscribe = await services.bus.subscribe(liveTopics.command, (_topic, payload) => {
        const { state } = JSON.parse(payload.toString()) as LiveEvents['command'];
        if (state !== 'queued' && state !== 'sent') void runner.run();
      });
    },
    async stop() {
      await unsubscribe?.();
      await runner.stop();
    },
  };
}
