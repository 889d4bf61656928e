import type { CommandBody } from '@voltloop/contract';
import { type AuditEntry, audit } from '../../../platform/audit.ts';
import type { Trx } from '../../../platform/db.ts';
import type { Services } from '../../../platform/services.ts';
import { systemCtx } from '../../../platform/system-ctx.ts';
import { insertUnlessPending } from './store.ts';

/** A command that a server job sends on behalf of an account, checked against the rights of that account. */
export interface JobCommand {
  thing: { id: string; devid: string };
  body: CommandBody;
  /** On behalf of this account. */
  actor: NonNullable<AuditEntry['actor']>;
  expires: Date;
}

/** Writes a job's command with its audit row; null while another command of the device is pending. */
export async function enqueueCommand(
  services: Pick<Services, 'log'>,
  trx: Trx,
  now: Date,
  { thing, body, actor, expires }: JobCommand,
): Promise<string | null> {
  const id = await insertUnlessPending(trx, {
    thingId: thing.id,
    cmd: body.cmd,
    params: body.params,
    requestedBy: actor.accountId,
    saveLog: false,
    created: now,
    expires,
  });
  if (!id) return null;
  await audit(trx, systemCtx(services, now), {
    action: 'command.send',
    objectType: 'thing',
    objectId: thing.id,
    actor,
    details: { command: id, devid: thing.devid, cmd: body.cmd, params: body.params },
  });
  return id;
}
