import { readFile, rm } from 'node:fs/promises';
import { IMAGE_LIMIT_BYTES } from '@voltloop/contract';
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError } from '../../../platform/errors.ts';
import { withReceivedFile } from '../../../platform/receive-file.ts';
import { cleanImage, headOf, type ImageType } from './clean-image.ts';
import type { Box } from './image-process.ts';
import { cleanName, isImage, typeOf } from './rules.ts';
import type { Core } from './store-file.ts';

export interface SmallPicture {
  type: ImageType;
  box: Box;
  /** Checked before any byte is read. */
  before?: () => Promise<void>;
}

/**
 * The picture in the body of a request, re-encoded to fit a small box and not stored. For pictures that belong to a row of
 * another table and take a few kilobytes.
 * @throws tooMany, wrongType, validation, tooLarge
 */
export function smallPicture(
  { services: { files }, images }: { services: Pick<Core['services'], 'files'>; images: Core['images'] },
  ctx: Ctx,
  request: FastifyRequest,
  how: SmallPicture,
): Promise<Buffer> {
  const { before, ...shape } = how;
  // A picture of exactly the limit is refused like a larger one, with the message for pictures.
  const limits = { limit_bytes: IMAGE_LIMIT_BYTES, ...(before ? { before } : {}) };
  return withReceivedFile(files, ctx, request, limits, async (received, signal) => {
    const type = typeOf(await headOf(received.path), cleanName(received.name));
    if (type === null || !isImage(type)) throw new AppError('wrongType');
    const output = await files.temporary();
    try {
      await cleanImage(images, ctx, received, { ...shape, output, signal });
      return await readFile(output);
    } finally {
      await rm(output, { force: true });
    }
  });
}
