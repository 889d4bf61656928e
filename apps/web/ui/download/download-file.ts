import { fetchFile, saveBlob } from '../../api/download.ts';
import type { AnyRoute, CallOptions } from '../../api/send.ts';
import { notifyError } from '../toast/notify-error.ts';
import { toast } from '../toast/toast.ts';

/**
 * Fetches a file and saves it under the server's file name. A message that the server returns instead of a file is
 * shown: as information for success codes, otherwise as a warning; 'server busy' without a message (specification
 * section 8). Never throws.
 * @returns whether a file was saved
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
