import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { FILE_LIMIT_BYTES } from '@voltloop/contract';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Files } from '../../../platform/files.ts';
import { lockName } from '../../../platform/lock-name.ts';
import { lengthOf, type ReceivedFile, withReceivedFile } from '../../../platform/receive-file.ts';
import type { Services } from '../../../platform/services.ts';
import { cleanImage, headOf, type ImageType } from './clean-image.ts';
import type { ImageWorkers } from './image-workers.ts';
import { cleanName, isImage, isText, typeOf } from './rules.ts';
import { insertFile, storedBytes, tenantLimit, uploadedSince } from './store.ts';

/** Limit of uploads of one account in a minute. */
const PER_MINUTE = 60;
export const UPLOADS = 'uploads';
/** Path of an uploaded file's bytes. */
export const keyOf = (id: string): string => `${UPLOADS}/${id}`;

export interface Core {
  services: Pick<Services, 'db' | 'files' | 'config' | 'log' | 'clock'>;
  images: ImageWorkers;
}

const MB = 1_000_000;

/** Serialises the uploads of a tenant until the transaction ends, so that their limits hold. */
const lockUploads = (trx: Trx, { caller }: Ctx): Promise<void> => lockName(trx, `uploads ${caller.tenantId}`);

/** @throws quota when this file would exceed the storage limit of the caller's account or tenant */
async function checkQuota(
  db: Db | Trx,
  { accountFiles_MB, tenantFiles_MB }: Pick<Config, 'accountFiles_MB' | 'tenantFiles_MB'>,
  { caller }: Ctx,
  size_bytes: number,
): Promise<void> {
  const stored = await storedBytes(db, caller);
  const tenantLimit_MB = (await tenantLimit(db, caller.tenantId)) ?? tenantFiles_MB;
  if (stored.account + size_bytes > accountFiles_MB * MB) {
    throw overQuota(
      'accountQuota',
      accountFiles_MB,
      `Your account stores at most ${accountFiles_MB} MB of files`,
    );
  }
  if (stored.tenant + size_bytes > tenantLimit_MB * MB) {
    throw overQuota(
      'tenantQuota',
      tenantLimit_MB,
      `Your organization stores at most ${tenantLimit_MB} MB of files`,
    );
  }
}

function overQuota(key: string, max: number, message: string): AppError {
  return new AppError('quota', {
    message,
    fields: [{ path: 'file', key: `upload.${key}?max=${max}`, message }],
  });
}

/**
 * Stores an upload: its type is detected from its content, images are re-encoded, and its stored name reveals nothing.
 * @throws tooMany, quota, tooLarge, wrongType, validation
 */
export function storeFile(core: Core, ctx: Ctx, request: FastifyRequest): Promise<{ id: string }> {
  const { db, config, files } = core.services;
  const before = async () => {
    await checkRate(db, ctx);
    await checkQuota(db, config, ctx, lengthOf(request));
  };
  return withReceivedFile(
    files,
    ctx,
    request,
    { limit_bytes: FILE_LIMIT_BYTES, before },
    (received, signal) => keep(core, ctx, received, signal),
  );
}

async function keep(
  core: Core,
  ctx: Ctx,
  received: ReceivedFile,
  signal: AbortSignal,
): Promise<{ id: string }> {
  const { db, config, files } = core.services;
  const name = cleanName(received.name);
  const type = typeOf(await headOf(received.path), name);
  if (type === null) throw new AppError('wrongType');
  if (type === 'text/plain' && !(await isText(createReadStream(received.path))))
    throw new AppError('wrongType');

  const id = randomUUID();
  const output = await files.temporary();
  try {
    const kept = isImage(type)
      ? await cleanImage(core.images, ctx, received, { output, type: type as ImageType, signal })
      : { path: received.path, size_bytes: received.size_bytes, width: null, height: null };
    const sha256 = await putHashed(files, keyOf(id), kept.path);
    const { size_bytes, width, height } = kept;
    await db.transaction().execute(async (trx) => {
      await audit(trx, ctx, {
        action: 'file.upload',
        objectType: 'file',
        objectId: id,
        details: { name, type, size_bytes },
      });
      // Checked again, now one upload after the other.
      await lockUploads(trx, ctx);
      await checkRate(trx, ctx);
      await checkQuota(trx, config, ctx, size_bytes);
      await insertFile(trx, ctx.caller, { id, name, type, size_bytes, width, height, sha256, at: ctx.now });
    });
  } catch (error) {
    await files.remove(keyOf(id));
    throw error;
  } finally {
    await rm(output, { force: true });
  }
  return { id };
}

/** Stores a local file; returns its digest. */
async function putHashed(files: Files, key: string, path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  await files.put(key, createReadStream(path));
  return hash.digest();
}

async function checkRate(db: Db | Trx, ctx: Ctx): Promise<void> {
  const minuteAgo = new Date(ctx.now.getTime() - 60_000);
  if ((await uploadedSince(db, ctx.caller.accountId, minuteAgo)) >= PER_MINUTE)
    throw new AppError('tooMany', { retryAfter_s: 60 });
}

/** A file received by another module, on the disk and not yet in the database. */
interface SavedFile {
  id: string;
  address: string;
  /** Writes its row, in the transaction of its record, which attaches it. @throws quota */
  insert(trx: Trx): Promise<void>;
  /** Deletes it from the disk, after a failed transaction. */
  remove(): Promise<void>;
}

/** Stores the bytes of a file with the uploads of people; it counts against the same quota. */
export async function saveFile(
  { files, config }: Pick<Services, 'files' | 'config'>,
  ctx: Ctx,
  { path, name, type }: { path: string; name: string; type: string },
): Promise<SavedFile> {
  const id = randomUUID();
  const { size: size_bytes } = await stat(path);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  await files.put(keyOf(id), createReadStream(path));
  const row = {
    id,
    name: cleanName(name),
    type,
    size_bytes,
    width: null,
    height: null,
    sha256: hash.digest(),
    at: ctx.now,
  };
  return {
    id,
    address: `/files/${id}`,
    async insert(trx) {
      await lockUploads(trx, ctx);
      await checkQuota(trx, config, ctx, size_bytes);
      await insertFile(trx, ctx.caller, row);
    },
    remove: () => files.remove(keyOf(id)),
  };
}
