import type { Envelope } from '@voltloop/contract/envelope.ts';
import type { ReplyOf } from '@voltloop/contract/route.ts';
import { withSession } from './call.ts';
import { fillPath, queryText } from './clean.ts';
import { ApiError, OFFLINE } from './errors.ts';
import { startProbe } from './reach.ts';
import { type AnyRoute, type CallOptions, errorOfText, headersOf, isOffline } from './send.ts';

export type UploadOptions<R extends AnyRoute> = Pick<CallOptions<R>, 'params' | 'query' | 'signal'> & {
  /** Name of the file's part; the specification calls it `file`. */
  field?: string;
  /** Other parts, written before the file so that the server has them when it reads the file. */
  fields?: Record<string, string | number | boolean | null | undefined>;
  /** Called during the upload: bytes sent, and total bytes. */
  onProgress?: (sent: number, total: number) => void;
};

/**
 * Uploads one file as multipart/form-data, with progress and abort, the token also in the header `access-token`
 * (specification section 7). Empty fields are omitted; an expired token is renewed and the file sent again. Returns the
 * `data` of the reply; throws {@link ApiError}, or an AbortError when `signal` was used.
 *
 * @example const kept = await upload(uploadFile, file, { onProgress: (sent, total) => setShare(sent / total) });
 */
export function upload<R extends AnyRoute>(
  route: R,
  file: Blob & { name?: string },
  options: UploadOptions<R> = {},
): Promise<ReplyOf<R>> {
  return withSession((token) => sendFile(route, file, options, token));
}

function sendFile<R extends AnyRoute>(
  route: R,
  file: Blob & { name?: string },
  { params, query, field = 'file', fields = {}, onProgress, signal }: UploadOptions<R>,
  token: string | undefined,
): Promise<ReplyOf<R>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null && value !== '') form.append(name, String(value));
  form.append(field, file, file.name ?? 'file');

  return new Promise((resolve, reject) => {
    const aborted = () => new DOMException('The upload was aborted', 'AbortError');
    if (signal?.aborted) return reject(aborted());
    if (isOffline()) return reject(new ApiError(0, 0, OFFLINE));
    // fetch reports no upload progress.
    const request = new XMLHttpRequest();
    const onAbort = () => request.abort();
    const done = () => signal?.removeEventListener('abort', onAbort);
    signal?.addEventListener('abort', onAbort);
    request.upload.onprogress = (event) => onProgress?.(event.loaded, event.total);
    request.onload = () => {
      done();
      if (request.status < 200 || request.status >= 300)
        return reject(errorOfText(request.status, request.responseText));
      if (request.responseText === '') return resolve(null as ReplyOf<R>);
      try {
        resolve((JSON.parse(request.responseText) as Envelope<ReplyOf<R>>).data);
      } catch {
        reject(new ApiError(request.status, 0, ''));
      }
    };
    request.onerror = () => {
      done();
      startProbe();
      reject(new ApiError(0, 0, 'The server cannot be reached'));
    };
    request.onabort = () => {
      done();
      reject(aborted());
    };
    request.open(
      route.method,
      fillPath(route.path, params as Record<string, unknown>) +
        queryText(query as Record<string, unknown> | undefined),
    );
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headersOf(token))) request.setRequestHeader(name, value);
    if (token) request.setRequestHeader('access-token', token);
    request.setRequestHeader('Accept', 'application/json');
    request.send(form);
  });
}
