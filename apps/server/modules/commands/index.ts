import type { LiveEvents } from '@voltloop/contract';
import { liveTopics } from '../../platform/bus.ts';
import type { Module } from '../../platform/module.ts';
import type { Services } from '../../platform/services.ts';
import type { UplinkRouter } from '../../platform/uplink.ts';
import type { Firmware } from '../firmware/index.ts';
import type { Telemetry } from '../telemetry/index.ts';
import type { Things } from '../things/index.ts';
import { Answers } from './await-answer.ts';
import { resendToDevice } from './resend-to-device.ts';
import { commandRoutes } from './routes.ts';
import { Sweep } from './sweep.ts';
import { takeReply } from './take-reply.ts';

/**
 * Commands to devices: the ledger queued → sent → answered | failed | expired in PostgreSQL, sent by MQTT. What
 * is in the ledger is sent until it is answered or its time is over, whatever is killed in between.
 */
export async function createCommands(
  services: Services,
  things: Things,
  telemetry: Pick<Telemetry, 'reject'>,
  uplink: UplinkRouter,
  firmware: Pick<Firmware, 'upgradeOne'>,
): Promise<Module> {
  const answers = new Answers(services);
  const sweep = new Sweep(services);
  let unsubscribe: (() => Promise<void>) | undefined;
  uplink.on('replies', (message) => takeReply(services, telemetry, message));
  uplink.on('state', (message) => resendToDevice(services, things, message));
  return {
    routes: (http) => commandRoutes(http, services, things, answers, firmware),
    async start() {
      if (services.config.roles.has('api')) {
        unsubscribe = await services.bus.subscribe(liveTopics.command, (_topic, payload) => {
          answers.hear(JSON.parse(payload.toString()) as LiveEvents['command']);
        });
      }
      if (services.config.roles.has('jobs')) sweep.start();
    },
    async stop() {
      answers.stop();
      await sweep.stop();
      await unsubscribe?.();
    },
  };
}
