import { audit } from '../../../platform/audit.ts';
import { invalidField } from '../../../platform/invalid-field.ts';
import type { Services } from '../../../platform/services.ts';
import { systemCtx } from '../../../platform/system-ctx.ts';
import { traced } from '../../../platform/tracing/spans.ts';
import type { UplinkMessage } from '../../../platform/uplink.ts';
import type { Telemetry } from '../telemetry/index.ts';
import { announce } from './announce.ts';
import { parseReply, type Reply, replyMessage } from './parse-reply.ts';
import { decideReply } from './rules.ts';
import { type CommandRow, lockCommand, settle, storeLateReply } from './store.ts';

/**
 * Handles a device's reply. Exactly one settles a command: the row is locked meanwhile. A reply from another device, to
 * an unknown command, or a duplicate changes nothing; one after expiry is stored and audited once; an unreadable one is
 * stored among the rejects. Rejects only when a database is unreachable, so that the device sends the reply again.
 */
export async function handleReply(
  services: Services,
  telemetry: Pick<Telemetry, 'reject'>,
  { devid, payload }: Pick<UplinkMessage, 'devid' | 'payload'>,
): Promise<void> {
  const reply = parseReply(payload);
  if (!reply)
    return telemetry.reject(devid, 'replies', payload, invalidField(replyMessage, payload) || 'values');
  await traced('command.reply', { root: true, attributes: { 'voltloop.command': reply.id } }, () =>
    settleByReply(services, devid, reply),
  );
}

async function settleByReply(services: Services, devid: string, reply: Reply): Promise<void> {
  const news = await services.db.transaction().execute(async (trx) => {
    const now = services.clock();
    const command = await lockCommand(trx, reply.id, devid);
    if (!command) {
      services.log.warn({ devid, command: reply.id }, 'a reply without a matching command of this device');
      return null;
    }
    const facts = {
      state: command.state,
      expires_ms: command.expires_at.getTime(),
      hasReply: command.reply !== null,
    };
    const decision = decideReply(facts, reply, now.getTime());
    if (decision.what === 'ignore') return null;
    if (decision.what === 'settle') await settle(trx, command.id, decision.state, reply, now);
    else await storeLateReply(trx, command.id, reply);
    if (command.save_log) services.log.info({ devid, reply }, 'message from a device');
    await audit(trx, systemCtx(services, now), auditEntry(command, reply, decision.what === 'late'));
    return decision.what === 'settle' ? { id: command.id, devid, state: decision.state } : null;
  });
  if (news) await announce(services, news);
}

function auditEntry(command: CommandRow, reply: Reply, late: boolean) {
  const { ok, error, device_time } = reply;
  return {
    action: late ? 'command.lateReply' : 'command.reply',
    objectType: 'thing',
    objectId: command.thing_id,
    tenantId: command.tenant_id,
    details: { command: command.id, devid: command.devid, cmd: command.cmd, ok, error, device_time },
  };
}
