import sharp from 'sharp';
import { AppError } from '../../platform/errors.ts';

/** Width times height; a small file can unpack to far more than the memory holds. */
const MAX_PIXELS = 40_000_000;

/** At most two pictures are in memory at once, whatever many people send. */
const AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];

sharp.cache(false);

export interface CleanImage {
  content: Buffer;
  width: number;
  height: number;
}

/**
 * Decodes an image and encodes it anew: what comes out is a picture and nothing else (decisions C16). Its turn by EXIF is
 * applied; place, camera and everything else that was written into it is gone.
 * @throws wrongType when it cannot be read as what its first bytes say, tooLarge above 40 million pixels
 */
export async function cleanImage(content: Buffer, type: 'image/png' | 'image/jpeg'): Promise<CleanImage> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    const image = sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient();
    const encoded = type === 'image/png' ? image.png() : image.jpeg({ quality: 88 });
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    return { content: data, width: info.width, height: info.height };
  } catch (cause) {
    const tooManyPixels = String(cause).includes('exceeds pixel limit');
    throw new AppError(tooManyPixels ? 'tooLarge' : 'wrongType', { cause });
  } finally {
    // Whoever waits takes over the place.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
