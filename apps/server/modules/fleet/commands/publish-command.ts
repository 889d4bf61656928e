import { type CommandMessage, topicOf } from '@voltloop/protocol';
import { toDevice } from '../../../platform/bus.ts';
import type { Services } from '../../../platform/services.ts';
import { type OpenSpan, traced } from '../../../platform/tracing/spans.ts';
import { announce } from './announce.ts';
import { endCommand } from './end-command.ts';
import { after, resendDelay_ms } from './rules.ts';
import { commandById, markSent } from './store.ts';

/** A broker that takes longer counts as unreachable: the command is sent again later. */
const PUBLISH_TIMEOUT_MS = 5000;

/**
 * Sends a pending command, or sends it again: same id, so a device that has executed it only repeats its reply. It is
 * marked as sent before it is published; a crash in between delays it to the next sending. Only a due command is sent,
 * so that of two concurrent senders one sends it. One that may not be sent any more ends here.
 * @param options.atOnce Whether to send it before it is due.
 * @param options.pause_ms Until the next sending; by default it grows with the attempts.
 */
export function publishCommand(services: Services, id: string, options: PublishOptions = {}): Promise<void> {
  return traced('command.publish', { attributes: { 'voltloop.command': id } }, (span) =>
    publish(services, id, options, span),
  );
}

interface PublishOptions {
  atOnce?: boolean;
  pause_ms?: number;
}

async function publish(
  services: Services,
  id: string,
  options: PublishOptions,
  span: OpenSpan,
): Promise<void> {
  const now = services.clock();
  const command = await commandById(services.db, id);
  const to = command && after(command.state, 'send');
  if (!command || !to) return;
  const pause_ms = options.pause_ms ?? resendDelay_ms(command.attempts + 1);
  const due = options.atOnce ? null : now;
  if (!(await markSent(services.db, id, to, { now, due, next: new Date(now.getTime() + pause_ms) }))) {
    await endCommand(services, id, now);
    return;
  }
  span.set({ 'voltloop.cmd': command.cmd, 'voltloop.attempt': command.attempts + 1 });
  const message: CommandMessage = {
    id,
    cmd: command.cmd,
    params: command.params,
    expires: command.expires_at.getTime(),
  };
  await inTime(services.bus.publish(topicOf(command.devid, 'commands'), JSON.stringify(message), toDevice));
  const { devid, cmd, params } = command;
  if (command.state === to) return;
  if (command.save_log) services.log.info({ command: id, devid, cmd, params }, 'message to a device');
  await announce(services, { id, devid, state: to });
}

async function inTime(published: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error('the broker did not acknowledge the command in time')),
      PUBLISH_TIMEOUT_MS,
    );
  });
  try {
    await Promise.race([published, late]);
  } finally {
    clearTimeout(timer);
  }
}
