import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Ctx } from './ctx.ts';
import { AppError, fieldError } from './errors.ts';
import { FairQueue } from './fair-queue.ts';
import type { Files } from './files.ts';
import { connectionOf } from './reply-stream.ts';

/** Allowance for the other parts of the body and the boundaries. */
const SLACK_BYTES = 64 * 1024;

/** Concurrent bodies with files of one account; as many wait unread, more are refused. */
export const UPLOADS_AT_ONCE = 3;

const sending = new FairQueue({
  atOnce: Number.POSITIVE_INFINITY,
  atOncePerKey: UPLOADS_AT_ONCE,
  waitingPerKey: UPLOADS_AT_ONCE,
});

/**
 * Runs work that reads an upload, once its account has a free place.
 * @param work Its signal aborts when the sender disconnects.
 * @throws tooMany; validation when the sender disconnected
 */
export async function takingUpload<T>(
  ctx: Ctx,
  request: FastifyRequest,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // The request's own signal aborts as soon as its body has been read.
  const connection = connectionOf(request.raw);
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  connection?.once('close', leave);
  const { signal } = leaving;
  try {
    return await sending.run(ctx.caller.accountId, () => work(signal), signal);
  } catch (cause) {
    if (signal.aborted || (cause as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE')
      throw new AppError('validation', { message: 'The upload was interrupted', cause });
    throw cause;
  } finally {
    connection?.off('close', leave);
  }
}

export interface ReceivedFile {
  /** The path of its bytes during use. */
  path: string;
  /** The sender's file name. */
  name: string;
  size_bytes: number;
}

/**
 * Receives the only file of a multipart request. It is on disk, not in memory, while `use` works on it, and is
 * removed afterwards, also when the sender has disconnected. No database connection is used while it arrives.
 * @param before Called when the file has a place, before any byte is read.
 * @throws tooMany, wrongType, validation, tooLarge
 */
export function withReceivedFile<T>(
  files: Pick<Files, 'temporary'>,
  ctx: Ctx,
  request: FastifyRequest,
  {
    limit_bytes,
    tooLarge = () => new AppError('tooLarge'),
    before,
  }: { limit_bytes: number; tooLarge?: () => AppError; before?: () => Promise<void> },
  use: (file: ReceivedFile, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart())
    throw new AppError('wrongType', { message: 'Send the file as multipart/form-data' });
  // A declared length can be refused without reading.
  if (lengthOf(request) > limit_bytes + SLACK_BYTES) throw tooLarge();
  return takingUpload(ctx, request, async (signal) => {
    await before?.();
    const limits = { fileSize: limit_bytes, files: 1, parts: 20 };
    const part = await request.file({ limits, throwFileSizeLimit: false });
    if (part?.fieldname !== 'file') throw fieldError('file', 'import.noFile', 'The field file is missing');
    const path = await files.temporary();
    try {
      const size_bytes = await save(part, path, signal);
      if (part.file.truncated) throw tooLarge();
      return await use({ path, name: part.filename, size_bytes }, signal);
    } finally {
      await rm(path, { force: true });
    }
  });
}

/** The Content-Length of a request; 0 without one. */
export const lengthOf = (request: FastifyRequest): number => Number(request.headers['content-length']) || 0;

async function save(part: MultipartFile, path: string, signal: AbortSignal): Promise<number> {
  const target = createWriteStream(path, { mode: 0o600, flags: 'wx' });
  await pipeline(part.file, target, { signal });
  return target.bytesWritten;
}
