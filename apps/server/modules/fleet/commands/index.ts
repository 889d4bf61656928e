import type { Command, CommandAnswer, LiveEvents } from '@voltloop/contract';
import { liveTopics } from '../../../platform/bus.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import type { Module } from '../../../platform/module.ts';
import type { Services } from '../../../platform/services.ts';
import type { UplinkRouter } from '../../../platform/uplink.ts';
import type { Firmware } from '../firmware/index.ts';
import type { Telemetry } from '../telemetry/index.ts';
import type { Things } from '../things/index.ts';
import { Answers } from './await-answer.ts';
import { cancelOfDeleted } from './end-command.ts';
import { enqueueCommand, type JobCommand } from './enqueue-command.ts';
import { handleReply } from './handle-reply.ts';
import { publishCommand } from './publish-command.ts';
import { resendToDevice } from './resend-to-device.ts';
import { commandRoutes } from './routes.ts';
import { type SendInput, sendCommand } from './send-command.ts';
import { Sweep } from './sweep.ts';

export { checkSetting } from './check-command.ts';

/** Commands to devices, from people and server jobs. */
export interface Commands extends Module {
  /** Implements the message call. @throws notFound, validation, conflict, noAnswer */
  send(ctx: Ctx, input: SendInput): Promise<Command | CommandAnswer>;
  /**
   * Writes a job's command to the ledger within the job's own transaction; null while another one of the device is
   * pending. After the commit it is sent by `publish`, or otherwise by the sweep.
   */
  enqueue(trx: Trx, now: Date, command: JobCommand): Promise<string | null>;
  /** Sends a command of `enqueue`. Never rejects: after a failure the sweep sends it. */
  publish(id: string): Promise<void>;
}

/**
 * Commands to devices: the ledger queued → sent → answered | failed | expired | cancelled in PostgreSQL, sent by MQTT. A
 * command in the ledger is sent until it is answered or ends, even if processes are killed in between.
 */
export async function createCommands(
  services: Services,
  things: Things,
  telemetry: Pick<Telemetry, 'reject'>,
  uplink: UplinkRouter,
  firmware: Pick<Firmware, 'upgradeOne'>,
): Promise<Commands> {
  const answers = new Answers(services);
  const sweep = new Sweep(services);
  let unsubscribe: (() => Promise<void>) | undefined;
  things.onDelete((trx, { now }, ids) => cancelOfDeleted(services, trx, ids, now));
  uplink.on('replies', (message) => handleReply(services, telemetry, message));
  uplink.on('state', (message) => resendToDevice(services, things, message));
  return {
    send: (ctx, input) => sendCommand(services, things, answers, ctx, input),
    enqueue: (trx, now, command) => enqueueCommand(services, trx, now, command),
    publish: (id) =>
      publishCommand(services, id).catch((err: unknown) => {
        services.log.warn({ err, command: id }, 'a command was not sent at once; it will be sent again');
      }),
    routes: (http) => commandRoutes(http, services, things, answers, firmware),
    async start() {
      if (services.config.roles.has('api')) {
        unsubscribe = await services.bus.subscribe(liveTopics.command, (_topic, payload) => {
          answers.onNotice(JSON.parse(payload.toString()) as LiveEvents['command']);
        });
      }
      sweep.start();
    },
    async stop() {
      answers.stop();
      await sweep.stop();
      await unsubscribe?.();
    },
  };
}
