/** A file being downloaded. */
export interface Download {
  /** Its name without a path; empty if the server sent none. */
  name: string;
  /** Its media type. */
  type: string;
  /** Bytes; null if unknown before the end. */
  size: number | null;
  /** Its content, readable once. */
  stream: ReadableStream<Uint8Array>;
  /** The response: `text()`, `blob()` and `arrayBuffer()` read the same content into memory. */
  response: Response;
}

export function downloadOf(response: Response): Download {
  const length = response.headers.get('content-length');
  return {
    name: fileNameOf(response.headers.get('content-disposition')),
    type: response.headers.get('content-type') ?? '',
    // For compressed replies it is the length on the wire.
    size: length === null || response.headers.has('content-encoding') ? null : Number(length),
    // Only replies to HEAD and without content have no body.
    stream: response.body ?? (new Response('').body as ReadableStream<Uint8Array<ArrayBuffer>>),
    response,
  };
}

/** The file name of a Content-Disposition header (RFC 6266: `filename*` before `filename`), never a path. */
export function fileNameOf(disposition: string | null): string {
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]?.trim();
  let name = '';
  try {
    name = extended === undefined ? '' : decodeURIComponent(extended);
  } catch {
    // A malformed encoded name: use the other form, if there is one.
  }
  name ||= /filename\s*=\s*"([^"]*)"/i.exec(disposition ?? '')?.[1] ?? '';
  name ||= /filename\s*=\s*([^;\s"]+)/i.exec(disposition ?? '')?.[1] ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
  name = name.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '').replace(/^.*[\\/]/, '');
  return /^\.*$/.test(name.trim()) ? '' : name.trim();
}
