import type { Envelope } from '@voltloop/contract/envelope.ts';
import { callRaw } from './call.ts';
import { ApiError } from './errors.ts';
import type { AnyRoute, CallOptions } from './send.ts';

/** Default file name (specification section 7). */
const DEFAULT_NAME = 'excel';
/** Codes of JSON replies that are not warnings (specification section 8, interpretation A40). */
const GOOD_CODES: readonly unknown[] = [0, 2001001];

/** A JSON reply instead of a file, whose text is shown; null shows the catalogue's 'server busy'. */
export interface MessageInstead {
  tone: 'info' | 'warning';
  text: string | null;
}

/** Fetches a file with its name, or the server's message instead. Throws `ApiError`. */
export async function fetchFile<R extends AnyRoute>(
  route: R,
  options: CallOptions<R> & { fallbackName?: string } = {},
): Promise<{ blob: Blob; name: string } | MessageInstead> {
  const response = await callRaw(route, { ...options, accept: '*/*' });
  const disposition = response.headers.get('content-disposition');
  // A JSON file has a file name; a JSON reply explains why there is no file.
  if (disposition === null && /^application\/json\b/i.test(response.headers.get('content-type') ?? ''))
    return messageInstead(await response.json().catch(() => null));
  const name = fileNameOf(disposition, options.fallbackName ?? DEFAULT_NAME);
  try {
    return { blob: await response.blob(), name };
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') throw thrown;
    throw new ApiError(0, 0, 'The server cannot be reached');
  }
}

/** Reads a JSON reply to a download: its data or else its message, as information for the success codes. */
export function messageInstead(reply: Partial<Envelope<unknown>> | null): MessageInstead {
  const text = [reply?.data, reply?.message].find((each) => typeof each === 'string' && each !== '');
  return {
    tone: GOOD_CODES.includes(reply?.code) ? 'info' : 'warning',
    text: (text as string | undefined) ?? null,
  };
}

/** The file name in a Content-Disposition header (RFC 6266: `filename*` wins over `filename`), or the fallback. */
export function fileNameOf(disposition: string | null, fallback: string): string {
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  let name = '';
  if (extended) {
    try {
      name = decodeURIComponent(extended.trim());
    } catch {
      name = '';
    }
  }
  name ||= /filename\s*=\s*"([^"]*)"/i.exec(disposition ?? '')?.[1] ?? '';
  name ||= /filename\s*=\s*([^;\s"]+)/i.exec(disposition ?? '')?.[1] ?? '';
  // The name must not be a path, nor contain characters that file managers misread (interpretation C30).
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose
  name = name.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '');
  name = name.replace(/^.*[\\/]/, '').trim();
  if (/^\.+$/.test(name)) name = '';
  return name || fallback;
}

/** Saves a file with the browser's download. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The click only starts the download; the object URL must outlive it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
