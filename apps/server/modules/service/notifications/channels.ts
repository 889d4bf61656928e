import { createHash, randomBytes, randomInt } from 'node:crypto';
import type * as contract from '@voltloop/contract';
import {
  type BodyOf,
  emailAddress,
  MAX_CHANNELS,
  type NotificationChannel,
  type ReplyOf,
} from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { AppError, fieldError, notFound } from '../../../platform/errors.ts';
import { lockName } from '../../../platform/lock-name.ts';
import { endpointProblem } from '../../../platform/outbound/endpoint.ts';
import { brandNameOf } from '../../../platform/product-name.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { MailRefused } from '../../people/mail/index.ts';
import { dropWaiting } from './channel-health.ts';
import type { Core } from './core.ts';
import { codeEmail } from './emails.ts';
import { botHosts } from './requests.ts';

const CODE_LIFE_MS = 15 * 60_000;
const CODE_TRIES = 5;
/** Limit of channels that an account may add in an hour, including removed ones: each new address is sent an e-mail. */
const MAX_PER_HOUR = 10;

const codeHash = (id: string, code: string) => createHash('sha256').update(`${id}:${code}`).digest();

/** The caller's channels; of an address that contains a key, only the host. */
export async function ownChannels(db: Db | Trx, accountId: string): Promise<NotificationChannel[]> {
  const { rows } = await sql<NotificationChannel>`
    select id, kind, name, verified_at is not null as verified,
      case kind when 'email' then target else substring(target from '^[a-z]+://([^/?#]+)') end as target,
      (extract(epoch from stopped_at) * 1000)::float8 as stopped_time, stop_reason,
      case kind when 'push' then encode(sha256(convert_to(target, 'UTF8')), 'hex') end as browser
    from notification_channels where account_id = ${accountId} and deleted_at is null order by created_at, id`.execute(
    db,
  );
  return rows;
}

/** @throws validation, conflict with too many, unavailable when the mail server refuses the code */
export async function insertChannel(
  core: Core,
  ctx: Ctx,
  body: BodyOf<typeof contract.insertChannel>,
): Promise<ReplyOf<typeof contract.insertChannel>> {
  checkTarget(core, body);
  const { accountId } = ctx.caller;
  const box = await core.box();
  const id = crypto.randomUUID();
  const secret = body.kind === 'webhook' ? randomBytes(32).toString('base64url') : body.secret || null;
  const code = body.kind === 'email' ? String(randomInt(1_000_000)).padStart(6, '0') : null;
  await core.services.db.transaction().execute(async (trx) => {
    await checkMayAdd(trx, accountId, ctx.now);
    await sql`insert into notification_channels
        (id, account_id, kind, name, target, secret, created_at, verified_at, code_hash, code_expires_at)
      values (${id}, ${accountId}, ${body.kind}, ${body.name}, ${body.target},
        ${secret === null ? null : box.seal(Buffer.from(secret), id)}, ${ctx.now}, ${code === null ? ctx.now : null},
        ${code === null ? null : codeHash(id, code)}, ${code === null ? null : new Date(ctx.now.getTime() + CODE_LIFE_MS)})`.execute(
      trx,
    );
    const details = { kind: body.kind, name: body.name };
    await audit(trx, ctx, {
      action: 'notification.channel.insert',
      objectType: 'notification',
      objectId: id,
      details,
    });
  });
  if (code !== null) await sendCode(core, ctx, { id, to: body.target, code });
  return { id, secret: body.kind === 'webhook' ? secret : null };
}

/**
 * Whether an account may add one more channel; concurrent additions are serialised.
 * @throws conflict, tooMany
 */
export async function checkMayAdd(trx: Trx, accountId: string, now: Date): Promise<void> {
  await lockName(trx, `channels ${accountId}`);
  const hour = new Date(now.getTime() - 3_600_000);
  const { rows } = await sql<{ living: number; recent: number }>`
    select count(*) filter (where deleted_at is null)::int as living,
      count(*) filter (where created_at > ${hour})::int as recent
    from notification_channels where account_id = ${accountId}`.execute(trx);
  if ((rows[0]?.living ?? 0) >= MAX_CHANNELS)
    throw new AppError('conflict', { message: `There are ${MAX_CHANNELS} channels already` });
  if ((rows[0]?.recent ?? 0) >= MAX_PER_HOUR) throw new AppError('tooMany', { retryAfter_s: 3600 });
}

async function sendCode(
  core: Core,
  ctx: Ctx,
  { id, to, code }: { id: string; to: string; code: string },
): Promise<void> {
  const { db } = core.services;
  const { rows } = await sql<{ language: 'en' | 'zh' | null }>`
    select language from accounts where id = ${ctx.caller.accountId}`.execute(db);
  const brand = await brandNameOf(db, ctx.caller.accountId);
  try {
    await core.mail.send(to, codeEmail(rows[0]?.language ?? 'en', code, brand));
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    await sql`update notification_channels set deleted_at = ${ctx.now} where id = ${id}`.execute(db);
    throw fieldError(
      'target',
      'notification.refused',
      'The mail server did not accept the message for this address',
    );
  }
}

/** @throws validation beside the invalid field */
function checkTarget(core: Core, { kind, target }: BodyOf<typeof contract.insertChannel>): void {
  if (kind === 'email') {
    if (!core.mail.enabled()) throw fieldError('kind', 'notification.noMail', 'No mail server is set up');
    if (!emailAddress.safeParse(target).success)
      throw fieldError('target', 'notification.email', 'Enter a valid e-mail address');
    return;
  }
  const allowed = core.services.config.webhookHosts;
  if (endpointProblem(target, allowed, { query: true }) !== null)
    throw fieldError('target', 'notification.address', 'Must be an https address of a public host');
  if (kind === 'webhook') return;
  const { host } = new URL(target);
  if (host !== botHosts[kind] && !allowed.has(host))
    throw fieldError(
      'target',
      'notification.botHost',
      `The address of such a bot begins with https://${botHosts[kind]}/`,
    );
}

/** @throws notFound, validation for a wrong or expired code */
export async function confirmChannel(core: Core, ctx: Ctx, id: string, code: string): Promise<void> {
  if (!isUuid(id)) throw notFound();
  const right = await core.services.db.transaction().execute(async (trx) => {
    // The attempt is counted before the check, and stays counted when the code is wrong.
    const { rows } = await sql<{ hash: Buffer | null; tries: number; expires: Date | null }>`
      update notification_channels set code_tries = code_tries + 1
        where id = ${id} and account_id = ${ctx.caller.accountId} and deleted_at is null and kind = 'email' and verified_at is null
        returning code_hash as hash, code_tries as tries, code_expires_at as expires`.execute(trx);
    const [row] = rows;
    if (!row) throw notFound();
    if (!row.expires || row.expires <= ctx.now || row.tries > CODE_TRIES) return false;
    if (!row.hash?.equals(codeHash(id, code))) return false;
    await sql`update notification_channels set verified_at = ${ctx.now}, code_hash = null where id = ${id}`.execute(
      trx,
    );
    await audit(trx, ctx, {
      action: 'notification.channel.confirm',
      objectType: 'notification',
      objectId: id,
    });
    return true;
  });
  if (!right) throw fieldError('code', 'notification.code', 'The code is wrong or has expired');
}

/** @throws notFound */
export async function deleteChannel(core: Core, ctx: Ctx, id: string): Promise<void> {
  if (!isUuid(id)) throw notFound();
  await core.services.db.transaction().execute(async (trx) => {
    await ownChannel(trx, ctx, id);
    await sql`update notification_channels set deleted_at = ${ctx.now}, secret = null where id = ${id}`.execute(
      trx,
    );
    await dropWaiting(trx, ctx, id, null);
    await sql`update notification_rules set channel_ids = array_remove(channel_ids, ${id}::uuid),
        remind_min = case when remind_channel_id = ${id} then null else remind_min end,
        remind_channel_id = nullif(remind_channel_id, ${id}::uuid)
      where account_id = ${ctx.caller.accountId}`.execute(trx);
    await audit(trx, ctx, {
      action: 'notification.channel.delete',
      objectType: 'notification',
      objectId: id,
    });
  });
}

/** Queues a test message in the outbox. @throws notFound, conflict for an unconfirmed address, tooMany */
export async function testChannel(core: Core, ctx: Ctx, id: string): Promise<void> {
  if (!isUuid(id)) throw notFound();
  await core.services.db.transaction().execute(async (trx) => {
    const { verified, stopped } = await ownChannel(trx, ctx, id);
    if (!verified) throw new AppError('conflict', { message: 'Confirm the address first' });
    if (stopped) throw new AppError('conflict', { message: 'Enable the channel first' });
    const { rows } = await sql<{ id: string }>`
      insert into notification_messages (account_id, channel_id, what, next_at, created_at)
      select ${ctx.caller.accountId}, ${id}, 'test', ${ctx.now}, ${ctx.now}
        where (select count(*) from notification_messages where channel_id = ${id} and what = 'test'
          and created_at > ${new Date(ctx.now.getTime() - 60_000)}) < 3 returning id`.execute(trx);
    if (rows.length === 0) throw new AppError('tooMany', { retryAfter_s: 60 });
  });
  core.wake();
}

/** Enables a stopped channel; others are unchanged. @throws notFound */
export async function resumeChannel(core: Core, ctx: Ctx, id: string): Promise<void> {
  if (!isUuid(id)) throw notFound();
  await core.services.db.transaction().execute(async (trx) => {
    if (!(await ownChannel(trx, ctx, id)).stopped) return;
    const { numAffectedRows } = await sql`update notification_channels
      set stopped_at = null, stop_reason = null, failing_since = null
      where id = ${id} and stop_reason is distinct from 'error.taken'`.execute(trx);
    if (numAffectedRows === 0n)
      throw new AppError('conflict', {
        message: 'Another account uses this browser now; remove the channel',
      });
    await audit(trx, ctx, {
      action: 'notification.channel.resume',
      objectType: 'notification',
      objectId: id,
    });
  });
}

async function ownChannel(trx: Trx, ctx: Ctx, id: string): Promise<{ verified: boolean; stopped: boolean }> {
  const { rows } = await sql<{ verified: boolean; stopped: boolean }>`
    select verified_at is not null as verified, stopped_at is not null as stopped from notification_channels
      where id = ${id} and account_id = ${ctx.caller.accountId} and deleted_at is null for update`.execute(
    trx,
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}
