import { stat } from 'node:fs/promises';
import sharp from 'sharp';

/**
 * The process that decodes pictures: `image-workers.ts` starts it, gives it one job at a time and kills it when a job
 * takes too long. A decoder that is broken by a picture takes nothing else with it.
 */

/** A small file can hold far more than the memory does; a picture with a very long side takes minutes to decode. */
export const MAX_PIXELS = 40_000_000;
export const MAX_SIDE = 20_000;

export interface ImageJob {
  input: string;
  output: string;
  /** What it is encoded as. */
  type: 'image/png' | 'image/jpeg';
  limit_bytes: number;
  /** What it is made to fit; as large as it is unless given. */
  box?: Box;
}

/** A picture that covers a box is cut to its shape; one inside a box keeps its own and is never enlarged. */
export interface Box {
  width: number;
  height: number;
  fit: 'cover' | 'inside';
}

export type ImageReply =
  | { width: number; height: number; size_bytes: number }
  | { refused: 'unreadable' | 'dimensions' | 'large' };

sharp.cache(false);
// The other cores are for other people's calls.
sharp.concurrency(1);

/** Decodes an image and re-encodes it; its EXIF rotation is applied, all other metadata is dropped. */
async function clean({ input, output, type, limit_bytes, box }: ImageJob): Promise<ImageReply> {
  const { width = 0, height = 0 } = await sharp(input, { limitInputPixels: false }).metadata();
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS) return { refused: 'dimensions' };
  const image = sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient();
  if (box) image.resize({ ...box, withoutEnlargement: box.fit === 'inside' });
  // What can be seen through would be black in a JPEG that was a PNG.
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
// The server has ended, however it did.
process.on('disconnect', () => process.exit());
