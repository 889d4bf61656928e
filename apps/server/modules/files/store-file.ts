import { createHash, randomUUID } from 'node:crypto';
import { IMAGE_LIMIT_BYTES } from '@voltloop/contract';
import { audit } from '../../platform/audit.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { cleanImage } from './clean-image.ts';
import { cleanName, typeOf } from './rules.ts';
import { insertFile, uploadedSince } from './store.ts';

/** Files one account may upload in a minute. */
const PER_MINUTE = 60;

export const UPLOADS = 'uploads';
/** Where the bytes of an uploaded file are. */
export const keyOf = (id: string): string => `${UPLOADS}/${id}`;

/**
 * Takes a file in: what it is is told by its content, images are made anew, its name in the store says nothing.
 * @param receive Reads it; asked only of those who may upload now.
 * @throws tooMany, tooLarge, wrongType
 */
export async function storeFile(
  services: Pick<Services, 'db' | 'files'>,
  ctx: Ctx,
  receive: () => Promise<{ name: string; content: Buffer }>,
): Promise<{ id: string }> {
  await checkRate(services.db, ctx);
  const received = await receive();
  const name = cleanName(received.name);
  const type = typeOf(received.content, name);
  if (type === null) throw new AppError('wrongType');
  const file = { content: received.content, width: null as number | null, height: null as number | null };
  if (type === 'image/png' || type === 'image/jpeg') {
    if (received.content.length >= IMAGE_LIMIT_BYTES) throw new AppError('tooLarge');
    Object.assign(file, await cleanImage(received.content, type));
  }
  const { content, width, height } = file;
  const id = randomUUID();
  const sha256 = createHash('sha256').update(content).digest();
  await services.files.put(keyOf(id), content);
  try {
    await services.db.transaction().execute(async (trx) => {
      const size_bytes = content.length;
      await audit(trx, ctx, {
        action: 'file.upload',
        objectType: 'file',
        objectId: id,
        details: { name, type, size_bytes },
      });
      // Once more, now that the lock of the audit lets one upload through at a time.
      await checkRate(trx, ctx);
      await insertFile(trx, ctx.caller, { id, name, type, size_bytes, width, height, sha256, at: ctx.now });
    });
  } catch (error) {
    await services.files.remove(keyOf(id));
    throw error;
  }
  return { id };
}

async function checkRate(db: Db | Trx, ctx: Ctx): Promise<void> {
  const minuteAgo = new Date(ctx.now.getTime() - 60_000);
  if ((await uploadedSince(db, ctx.caller.accountId, minuteAgo)) >= PER_MINUTE)
    throw new AppError('tooMany', { retryAfter_s: 60 });
}
