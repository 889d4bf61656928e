import { stat } from 'node:fs/promises';
import sharp from 'sharp';

/**
 * The process that decodes pictures: `image-workers.ts` starts it, sends it one job at a time and kills it when a job
 * takes too long. A decoder that crashes on a picture affects nothing else.
 */

/**
 * A small file can decode to more than the available memory; a picture with a very long side takes minutes to decode.
 */
export const MAX_PIXELS = 40_000_000;
export const MAX_SIDE = 20_000;

export interface ImageJob {
  input: string;
  output: string;
  /** The output format. */
  type: 'image/png' | 'image/jpeg';
  limit_bytes: number;
  /** The box that it is scaled to; its own size by default. */
  box?: Box;
}

/** A picture that covers a box is cropped to its shape; one inside a box keeps its shape and is never enlarged. */
export interface Box {
  width: number;
  height: number;
  fit: 'cover' | 'inside';
}

export type ImageReply =
  | { width: number; height: number; size_bytes: number }
  | { refused: 'unreadable' | 'dimensions' | 'large' };

sharp.cache(false);
// The other cores are left to other calls.
sharp.concurrency(1);

/** Decodes an image and re-encodes it; its EXIF rotation is applied, all other metadata is removed. */
async function clean({ input, output, type, limit_bytes, box }: ImageJob): Promise<ImageReply> {
  const { width = 0, height = 0 } = await sharp(input, { limitInputPixels: false }).metadata();
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS) return { refused: 'dimensions' };
  const image = sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient();
  if (box) image.resize({ ...box, withoutEnlargement: box.fit === 'inside' });
  // Transparent areas of a PNG would become black in a JPEG.
  const encoded =
    type === 'image/png' ? image.png() : image.flatten({ background: '#ffffff' }).jpeg({ quality: 88 });
  const made = await encoded.toFile(output);
  const { size } = await stat(output);
  if (size > limit_bytes) return { refused: 'large' };
  return { width: made.width, height: made.height, size_bytes: size };
}

process.on('message', async (job: ImageJob) => {
  const reply = await clean(job).catch((): ImageReply => ({ refused: 'unreadable' }));
  process.send?.(reply);
});
// The server has ended, normally or not.
process.on('disconnect', () => process.exit());
