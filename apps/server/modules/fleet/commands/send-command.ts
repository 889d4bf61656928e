import type { Command, CommandAnswer, CommandBody } from '@voltloop/contract';
import { keyOf } from '@voltloop/device-models/roles.ts';
import type { InfoModel } from '@voltloop/protocol';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { traced } from '../../../platform/tracing/spans.ts';
import type { ThingRow, Things } from '../things/index.ts';
import { announce } from './announce.ts';
import type { Answers } from './await-answer.ts';
import { checkCommand } from './check-command.ts';
import { endCommand } from './end-command.ts';
import { publishCommand } from './publish-command.ts';
import { clampWait, life_ms } from './rules.ts';
import {
  insertCommand,
  isPendingConflict,
  ledgerRow,
  newestValue,
  pendingOf,
  pendingUntil,
  toCommand,
} from './store.ts';

export interface SendInput {
  /** The thing's id or devid. */
  thing: string;
  body: CommandBody;
  /** False: wait for the answer. */
  async: boolean;
  /** Whether the server's log shows the message and its reply; ledger and audit always have them (interpretation B21). */
  saveLog: boolean;
  /** How long to wait, ms; 1 to 30 s. */
  timeout_ms: number;
  /** Aborts the wait, not the command: the caller has disconnected. */
  signal?: AbortSignal;
}

/**
 * Sends a command to a device and, unless `async`, waits for its answer. The command is in the ledger before it is sent,
 * so that a killed server sends it after its restart.
 * @throws notFound outside the subtree, or when the device leaves it while the call waits; validation with `keys.<setting>` or `P_no`; conflict while another one is
 * pending; noAnswer after the timeout.
 */
export async function sendCommand(
  services: Services,
  things: Pick<Things, 'dictionary' | 'find'>,
  answers: Answers,
  ctx: Ctx,
  input: SendInput,
): Promise<Command | CommandAnswer> {
  const thing = await things.find(ctx.caller, input.thing);
  const model = (await things.dictionary(thing.tenantId, thing.infoModelId))?.model;
  const fields = checkCommand(input.body, {
    model,
    packs: await packCount(services, thing, model, input.body),
  });
  if (fields.length > 0) throw new AppError('validation', { fields });

  const expires = new Date(ctx.now.getTime() + life_ms(input));
  const id = await write(services, ctx, thing, input, expires);
  await announce(services, { id, devid: thing.devid, state: 'queued' });

  // The ledger guarantees it from here on: after a failure the sweep sends it.
  const sent = publishCommand(services, id).catch((err: unknown) => {
    services.log.warn({ err, command: id }, 'a command was not sent at once; it will be sent again');
  });
  if (input.async) {
    await sent;
    return toCommand(await ledgerRow(services.db, ctx.caller, id), thing.devid);
  }
  const settled = await traced('command.answer', { attributes: { 'voltloop.command': id } }, (span) =>
    answers.wait(id, clampWait(input.timeout_ms), input.signal).then((answer) => {
      span.set({ 'voltloop.state': answer?.state ?? 'none' });
      return answer;
    }),
  );
  if (!settled || settled.state === 'expired') throw new AppError('noAnswer');
  // Meanwhile the device was deleted, or the caller lost sight of it.
  if (settled.state === 'cancelled') throw notFound();
  const reply = settled.reply as Command['reply'];
  return {
    ok: settled.state === 'answered',
    values: reply?.values ?? {},
    device_time: reply?.device_time ?? null,
    error: settled.error,
  };
}

/** The command and its audit row in one transaction. A pending one that must end does not block a new one. */
async function write(
  services: Services,
  ctx: Ctx,
  thing: ThingRow,
  input: SendInput,
  expires: Date,
): Promise<string> {
  for (const id of await pendingOf(services.db, thing.id)) await endCommand(services, id, ctx.now);
  const { cmd, params } = input.body;
  try {
    return await services.db.transaction().execute(async (trx) => {
      const id = await insertCommand(trx, {
        thingId: thing.id,
        cmd,
        params,
        requestedBy: ctx.caller.accountId,
        saveLog: input.saveLog,
        created: ctx.now,
        expires,
      });
      await audit(trx, ctx, {
        action: 'command.send',
        objectType: 'thing',
        objectId: thing.id,
        details: { command: id, devid: thing.devid, cmd, params },
      });
      return id;
    });
  } catch (e) {
    if (!isPendingConflict(e)) throw e;
    const until = await pendingUntil(services.db, thing.id);
    const left_s = until ? Math.max(1, Math.ceil((until.getTime() - ctx.now.getTime()) / 1000)) : 1;
    throw new AppError('conflict', {
      message: `Another command waits for this device's answer, for ${left_s} s at most`,
      retryAfter_s: left_s,
    });
  }
}

/** Number of packs of the thing, read only if a command names one; null when unknown. */
async function packCount(
  services: Services,
  thing: ThingRow,
  model: InfoModel | undefined,
  body: CommandBody,
): Promise<number | null> {
  const namesPack =
    body.cmd === 'report_pack' || (body.cmd === 'set_config' && (body.params.keys.P_no ?? 0) !== 0);
  const point = model?.points.find((p) => p.key === keyOf('pack_count'));
  if (!namesPack || !point) return null;
  try {
    return await newestValue(services.clickhouse, thing.key, point.id);
  } catch (err) {
    services.log.warn({ err }, 'the number of packs could not be read');
    return null;
  }
}
