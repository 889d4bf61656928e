import type { Command, CommandAnswer, CommandBody, ParamReading } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import type { ThingRow } from '../things/index.ts';
import type { Core } from './core.ts';
import { insertParameterSet } from './insert-parameter-set.ts';
import { PACK_COUNT, packCountOf, settingsOf, type Values } from './rules.ts';

/** Timeouts for the device's first answer (interpretation C18), and for each pack after it, ms. */
const FIRST_WAIT_MS = 30_000;
const PACK_WAIT_MS = 10_000;

/**
 * Reads all settings of a device, then pack by pack, and stores the set. A silent pack is omitted and named. With `keys`
 * only these settings of the system are requested.
 * @throws notFound outside the subtree; noAnswer; conflict with the device's reason when it refuses, or while another
 * command is pending
 */
export async function readParams(
  core: Core,
  ctx: Ctx,
  input: { thing: string; signal?: AbortSignal; keys?: readonly string[] },
): Promise<ParamReading> {
  const { services, things } = core;
  const thing = await things.find(ctx.caller, input.thing);
  const model = (await things.dictionary(thing.tenantId, thing.infoModelId))?.model;
  if (!model) throw fieldError('thing', 'params.otherModel', 'This device type has no known settings');

  const all = [
    ...model.settings.filter((s) => s.part !== 'pack' && s.key !== 'P_no').map((s) => s.key),
    PACK_COUNT,
  ];
  const report: CommandBody = { cmd: 'report', params: { keys: [...(input.keys ?? all)] } };
  const reported = await sendCommand(core, ctx, thing, report, FIRST_WAIT_MS, input.signal);
  const packs = packCountOf(reported);
  const values: Values = settingsOf(model, report, reported);
  const unread: number[] = [];
  for (let no = 1; no <= (packs ?? 0); no += 1) {
    const pack: CommandBody = { cmd: 'report_pack', params: { P_no: no } };
    try {
      Object.assign(
        values,
        settingsOf(model, pack, await sendCommand(core, ctx, thing, pack, PACK_WAIT_MS, input.signal)),
      );
    } catch (e) {
      if (!(e instanceof AppError) || input.signal?.aborted) throw e;
      unread.push(no);
    }
  }

  const takenAt = services.clock();
  const id = await services.db.transaction().execute(async (trx) => {
    const by = ctx.caller.accountId;
    const made = await insertParameterSet(trx, {
      thingId: thing.id,
      source: 'read',
      values,
      packs,
      takenBy: by,
      takenAt,
      jobId: null,
    });
    await audit(trx, ctx, {
      action: 'params.read',
      objectType: 'thing',
      objectId: thing.id,
      details: { set: made, devid: thing.devid, keys: Object.keys(values).length, unread_packs: unread },
    });
    return made;
  });
  return {
    id,
    source: 'read',
    values,
    taken_by: ctx.caller.userName,
    taken_at: takenAt.getTime(),
    job_id: null,
    unread_packs: unread,
  };
}

async function sendCommand(
  core: Core,
  ctx: Ctx,
  thing: ThingRow,
  body: CommandBody,
  timeout_ms: number,
  signal: AbortSignal | undefined,
): Promise<Record<string, unknown>> {
  // Each message has its own time: at the last pack, the time of the call would be long past.
  const now = core.services.clock();
  const answer = (await core.commands.send(
    { ...ctx, now },
    {
      thing: thing.id,
      body,
      async: false,
      saveLog: false,
      timeout_ms,
      ...(signal ? { signal } : {}),
    },
  )) as Exclude<CommandAnswer, Command>;
  if (!answer.ok) throw new AppError('conflict', { message: answer.error ?? 'The device refused' });
  return answer.values;
}
