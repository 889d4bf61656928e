import { callRaw } from './call.ts';
import { fileNameOf, type MessageInstead, messageInstead, saveBlob } from './download.ts';
import { ApiError } from './errors.ts';
import type { AnyRoute, CallOptions } from './send.ts';

/** A file that the user has chosen (File System Access API, not in every browser). */
interface ChosenFile {
  createWritable: () => Promise<WritableStream<Uint8Array> & { abort: () => Promise<void> }>;
  remove?: () => Promise<void>;
}
type Picker = (options: { suggestedName: string }) => Promise<ChosenFile>;

/** Chunk size from which data are moved into a Blob, bytes: browsers keep Blobs outside of the page's memory. */
const PIECE_BYTES = 4_000_000;

export interface StreamOptions {
  fallbackName: string;
  /** Called with the bytes received so far. */
  onBytes: (bytes: number) => void;
  signal: AbortSignal;
  /**
   * Opens the save dialog where the browser can stream to a file, as the download may be large.
   * Needs a recent click (user activation).
   */
  large: boolean;
}

/**
 * Fetches a file and reports progress, with the token in a header like every call. It is streamed to the
 * disk, or collected in Blobs outside of the page's memory. Returns `saved`, or the server's
 * message instead of a file.
 * @throws ApiError; DOMException `AbortError` when it was cancelled, or no file was chosen
 */
export async function streamFile<R extends AnyRoute>(
  route: R,
  call: CallOptions<R>,
  { fallbackName, onBytes, signal, large }: StreamOptions,
): Promise<'saved' | MessageInstead> {
  const picker = (globalThis as { showSaveFilePicker?: Picker }).showSaveFilePicker;
  const place = large && picker ? await picker({ suggestedName: fallbackName }) : null;
  try {
    const response = await callRaw(route, { ...call, signal, accept: '*/*' });
    const disposition = response.headers.get('content-disposition');
    if (disposition === null && /^application\/json\b/i.test(response.headers.get('content-type') ?? '')) {
      await place?.remove?.();
      return messageInstead(await response.json().catch(() => null));
    }
    const counted = counting(response, onBytes);
    if (place) await counted.pipeTo(await place.createWritable(), { signal });
    else saveBlob(await gathered(counted), fileNameOf(disposition, fallbackName));
    return 'saved';
  } catch (thrown) {
    // The browser created an empty file when it was chosen.
    await place?.remove?.().catch(() => {});
    if (thrown instanceof ApiError || (thrown instanceof DOMException && thrown.name === 'AbortError'))
      throw thrown;
    throw new ApiError(0, 0, 'The server cannot be reached');
  }
}

function counting(response: Response, onBytes: (bytes: number) => void): ReadableStream<Uint8Array> {
  let bytes = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      bytes += chunk.byteLength;
      onBytes(bytes);
      out.enqueue(chunk);
    },
  });
  const empty = new Response('').body as ReadableStream<Uint8Array<ArrayBuffer>>;
  return (response.body ?? empty).pipeThrough(count as ReadableWritablePair<Uint8Array, Uint8Array>);
}

async function gathered(stream: ReadableStream<Uint8Array>): Promise<Blob> {
  const pieces: Blob[] = [];
  let open: Uint8Array[] = [];
  let size = 0;
  const close = () => {
    pieces.push(new Blob(open as BlobPart[]));
    open = [];
    size = 0;
  };
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    open.push(value);
    size += value.byteLength;
    if (size >= PIECE_BYTES) close();
  }
  close();
  return new Blob(pieces);
}
