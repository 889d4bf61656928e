import { open } from 'node:fs/promises';
import { FILE_LIMIT_BYTES, IMAGE_LIMIT_BYTES } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError } from '../../../platform/errors.ts';
import type { ReceivedFile } from '../../../platform/receive-file.ts';
import type { Box, ImageJob } from './image-process.ts';
import type { ImageOutcome, ImageWorkers } from './image-workers.ts';

/** First bytes that identify the type of a file. */
const HEAD_BYTES = 16;

export type ImageType = ImageJob['type'];

/** The first bytes of a local file. */
export async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * Decodes a picture and re-encodes it, within limits of size and cost.
 * @throws tooMany, tooLarge, wrongType
 */
export async function cleanImage(
  images: ImageWorkers,
  ctx: Ctx,
  { path, size_bytes }: ReceivedFile,
  { signal, ...how }: { output: string; type: ImageType; box?: Box; signal: AbortSignal },
) {
  if (size_bytes >= IMAGE_LIMIT_BYTES) throw new AppError('tooLarge');
  const job = {
    ...how,
    input: path,
    limit_bytes: FILE_LIMIT_BYTES,
  };
  const made = await images.clean(ctx.caller.accountId, job, signal);
  if ('refused' in made) throw refusalOf(made.refused);
  return { path: how.output, ...made };
}

function refusalOf(reason: Extract<ImageOutcome, { refused: string }>['refused']): AppError {
  if (reason === 'unreadable') return new AppError('wrongType');
  if (reason === 'large') return new AppError('tooLarge');
  const message =
    reason === 'dimensions'
      ? 'The image has too many pixels: at most 40 million, and 20,000 on a side'
      : 'Processing the image takes too long';
  const key = reason === 'dimensions' ? 'upload.imageDimensions' : 'upload.imageLate';
  return new AppError('tooLarge', { message, fields: [{ path: 'file', key, message }] });
}
