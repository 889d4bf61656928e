import { fetchFile, saveBlob } from '../api/download.ts';
import type { AnyRoute, CallOptions } from '../api/send.ts';
import { notifyError } from './notify-error.ts';
import { toast } from './toast.ts';

/**
 * Fetches a file and hands it to the browser's downloads, under the name the server gave it. What the server says
 * instead of a file is shown: as information for the good codes, else as a warning, 'server busy' without words
 * (specification section 8). Whether a file came; never throws.
 */
export async function downloadFile<R extends AnyRoute>(
  route: R,
  options: CallOptions<R> & { fallbackName?: string } = {},
): Promise<boolean> {
  try {
    const got = await fetchFile(route, options);
    if ('blob' in got) {
      saveBlob(got.blob, got.name);
      return true;
    }
    toast[got.tone](got.text === null ? { ns: 'errors', key: 'busy' } : { text: got.text });
  } catch (error) {
    notifyError(error);
  }
  return false;
}
