import { avatarAddress } from '@voltloop/contract';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { notFound } from '../../../platform/errors.ts';
import { lockName } from '../../../platform/lock-name.ts';
import { loadAccount } from '../accounts/index.ts';
import { checkPictureRate } from './picture-rate.ts';
import { smallPicture } from './small-picture.ts';
import type { Core } from './store-file.ts';

/** Shown at 56 pixels at most, with twice as many device pixels on high-resolution screens. */
const SIDE = 128;
const ACTION = 'account.avatar';

/** Sets the caller's picture, a square cut from the middle. @throws tooMany, wrongType, validation, tooLarge */
export async function setAvatar(core: Core, ctx: Ctx, request: FastifyRequest): Promise<{ avatar: string }> {
  const { db } = core.services;
  const { accountId } = ctx.caller;
  const content = await smallPicture(core, ctx, request, {
    type: 'image/jpeg',
    box: { width: SIDE, height: SIDE, fit: 'cover' },
    before: () => checkPictureRate(db, ctx, ACTION),
  });
  return db.transaction().execute(async (trx) => {
    await audit(trx, ctx, {
      action: ACTION,
      objectType: 'account',
      objectId: accountId,
      details: { size_bytes: content.length },
    });
    // Checked again, now one picture after the other.
    await lockName(trx, `avatar ${accountId}`);
    await checkPictureRate(trx, ctx, ACTION);
    const { rows } = await sql<{ id: string }>`
      insert into avatars (account_id, content, made_at) values (${accountId}::uuid, ${content}, ${ctx.now})
      on conflict (account_id) do update
        set id = gen_random_uuid(), content = excluded.content, made_at = excluded.made_at
      returning id`.execute(trx);
    return { avatar: avatarAddress(accountId, rows[0]?.id ?? '') };
  });
}

/** Removes the caller's picture; does nothing without one. */
export async function removeAvatar({ services: { db } }: Core, ctx: Ctx): Promise<null> {
  const { accountId } = ctx.caller;
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      delete from avatars where account_id = ${accountId}::uuid returning account_id`.execute(trx);
    if (rows.length > 0)
      await audit(trx, ctx, { action: 'account.avatar_remove', objectType: 'account', objectId: accountId });
    return null;
  });
}

/** The picture of a visible account. @throws notFound, also without a picture */
export async function readAvatar(
  { services: { db } }: Core,
  ctx: Ctx,
  id: string,
): Promise<{ id: string; content: Buffer }> {
  const account = await loadAccount(db, ctx.caller, id);
  const { rows } = await sql<{ id: string; content: Buffer }>`
    select id, content from avatars where account_id = ${account.id}::uuid`.execute(db);
  const [avatar] = rows;
  if (!avatar) throw notFound();
  return avatar;
}
