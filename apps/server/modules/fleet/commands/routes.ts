import { listMessages, sendMessage } from '@voltloop/contract';
import type { Http } from '../../../platform/http.ts';
import { goneSignal } from '../../../platform/reply-stream.ts';
import type { Services } from '../../../platform/services.ts';
import type { Firmware } from '../firmware/index.ts';
import type { Things } from '../things/index.ts';
import type { Answers } from './await-answer.ts';
import { listCommands } from './list-commands.ts';
import { sendCommand } from './send-command.ts';

export function commandRoutes(
  http: Http,
  services: Services,
  things: Things,
  answers: Answers,
  firmware: Pick<Firmware, 'upgradeOne'>,
): void {
  http.implement(sendMessage, async (ctx, { params, query, body }, { reply }) => {
    if (body.cmd === 'upgrade') {
      return firmware.upgradeOne(ctx, await things.find(ctx.caller, params.thingsId), body);
    }
    return sendCommand(services, things, answers, ctx, {
      thing: params.thingsId,
      body,
      async: query.async,
      saveLog: query.save_log,
      timeout_ms: query.timeout,
      signal: goneSignal(reply.raw),
    });
  });
  http.implement(listMessages, (ctx, { params, query }) =>
    listCommands(services, things, ctx, { thing: params.thingsId, query }),
  );
}
