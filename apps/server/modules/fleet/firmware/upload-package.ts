import { createHash, randomUUID } from 'node:crypto';
import { Transform } from 'node:stream';
import { type FieldError, type FirmwarePackage, MAX_PACKAGE_BYTES, packageFields } from '@voltloop/contract';
import type { FastifyRequest } from 'fastify';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError, conflictError, fieldError, notFound } from '../../../platform/errors.ts';
import { fieldErrors } from '../../../platform/http.ts';
import { takingUpload } from '../../../platform/receive-file.ts';
import type { Core } from './core.ts';
import { signerOf } from './signature.ts';
import {
  fileKey,
  insertPackage,
  isVersionConflict,
  lockKey,
  packageById,
  toPackage,
  trustedKeys,
  versionTaken,
} from './store-packages.ts';

const MAX_FIELD_BYTES = 20_000;

/**
 * Accepts a signed package: the file is streamed to the store while its digest is computed, and deleted when no key of
 * the tenant signed its statement.
 * @throws validation beside the field; conflict when the version exists; tooLarge
 */
export async function uploadPackage(core: Core, ctx: Ctx, request: FastifyRequest): Promise<FirmwarePackage> {
  if (!request.isMultipart()) throw new AppError('wrongType', { message: 'multipart/form-data is expected' });
  const { files } = core.services;
  const id = randomUUID();
  const stored = await takingUpload(ctx, request, () => receive(core, request, fileKey(id)));
  try {
    return await keep(core, ctx, id, stored);
  } catch (e) {
    if (stored.file) await files.remove(fileKey(id));
    throw e;
  }
}

/**
 * Stores a package created by the demo or a test, with the same checks as an upload.
 * @throws as {@link uploadPackage}
 */
export async function importPackage(
  core: Core,
  ctx: Ctx,
  fields: Record<string, string>,
  content: Uint8Array,
): Promise<FirmwarePackage> {
  const id = randomUUID();
  await core.services.files.put(fileKey(id), content);
  const sha256 = createHash('sha256').update(content).digest();
  try {
    return await keep(core, ctx, id, { fields, file: { name: '', size: content.byteLength, sha256 } });
  } catch (e) {
    await core.services.files.remove(fileKey(id));
    throw e;
  }
}

interface Received {
  fields: Record<string, string>;
  file: { name: string; size: number; sha256: Buffer } | null;
}

/** Reads the parts in any order. The stored part of an aborted upload is deleted. */
async function receive(core: Core, request: FastifyRequest, key: string): Promise<Received> {
  const received: Received = { fields: {}, file: null };
  const limits = { files: 1, fields: 20, fileSize: MAX_PACKAGE_BYTES, fieldSize: MAX_FIELD_BYTES };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') received.fields[part.fieldname] = part.value;
        continue;
      }
      const hash = createHash('sha256');
      let size = 0;
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          size += chunk.length;
          done(null, chunk);
        },
      });
      part.file.on('error', (e) => measure.destroy(e));
      await core.services.files.put(key, part.file.pipe(measure));
      if (part.file.truncated) throw new AppError('tooLarge');
      received.file = { name: part.filename, size, sha256: hash.digest() };
    }
    return received;
  } catch (e) {
    await core.services.files.remove(key);
    if ((e as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE') {
      throw new AppError('validation', { message: 'The upload broke off', cause: e });
    }
    throw e;
  }
}

async function keep(core: Core, ctx: Ctx, id: string, { fields, file }: Received): Promise<FirmwarePackage> {
  const { db } = core.services;
  const parsed = packageFields.safeParse(fields);
  const wrong: FieldError[] = parsed.success ? [] : fieldErrors(parsed.error, 'body');
  if (!file) wrong.push({ path: 'file', key: 'firmware.fileMissing', message: 'The file is missing' });
  else if (file.size === 0)
    wrong.push({ path: 'file', key: 'firmware.fileEmpty', message: 'The file is empty' });
  for (const [name, text] of Object.entries(fields)) {
    if (text.includes('\0')) {
      wrong.push({ path: name, key: 'validation.nul', message: 'Must not contain the character NUL' });
    }
  }
  if (!parsed.success || !file || wrong.length > 0) throw new AppError('validation', { fields: wrong });

  const { pkgtype, version, release_note, publish } = parsed.data;
  const minHwVersion = parsed.data.min_hw_version ?? null;
  const { tenantId, accountId } = ctx.caller;
  if (await versionTaken(db, tenantId, pkgtype, version)) throw versionConflict();
  const signature = Buffer.from(parsed.data.signature, 'base64');
  const sha256 = file.sha256.toString('hex');
  const key = signerOf(
    await trustedKeys(db, ctx.caller),
    { pkgtype, version, min_hw_version: minHwVersion, size: file.size, sha256 },
    signature,
  );
  if (!key) {
    throw fieldError(
      'signature',
      'firmware.signature',
      'No trusted key made this signature for this file, kind, version and hardware',
    );
  }
  const name = parsed.data.name || safeName(file.name) || `${pkgtype} ${version}`;
  try {
    await db.transaction().execute(async (trx) => {
      if (!(await lockKey(trx, key.id))) {
        throw fieldError('signature', 'firmware.signature', 'The key of this signature was just revoked');
      }
      await insertPackage(trx, {
        id,
        tenantId,
        pkgtype,
        name,
        version,
        minHwVersion,
        releaseNote: release_note,
        size: file.size,
        sha256: file.sha256,
        signature,
        keyId: key.id,
        published: publish,
        uploadedBy: accountId,
        now: ctx.now,
      });
      await audit(trx, ctx, {
        action: publish ? 'firmware.package.uploadAndPublish' : 'firmware.package.upload',
        objectType: 'firmware_package',
        objectId: id,
        details: { pkgtype, version, size: file.size, sha256, key: key.name },
      });
    });
  } catch (e) {
    if (isVersionConflict(e)) throw versionConflict();
    throw e;
  }
  const row = await packageById(db, ctx.caller, id);
  if (!row) throw notFound();
  return toPackage(row);
}

function versionConflict(): AppError {
  const message = 'This version already exists';
  return conflictError('version', 'firmware.versionTaken', message);
}

/** A file's original name as a label: without path and control characters (interpretation C30). */
function safeName(name: string): string {
  return (
    name
      .split(/[\\/]/)
      .at(-1)!
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
      .replace(/[\u0000-\u001f\u007f]/g, '')
      .toWellFormed()
      .trim()
      .slice(0, 100)
  );
}
