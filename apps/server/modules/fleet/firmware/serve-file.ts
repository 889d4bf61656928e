import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../../platform/errors.ts';
import type { Files } from '../../../platform/files.ts';

/**
 * Parses a Range header for a file of `size` bytes: `[begin, end)`, `all` when it is not understood (RFC 9110: the whole
 * file is sent), null when it is not satisfiable.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): { begin: number; end: number } | 'all' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return 'all';
  const [, first = '', last = ''] = match;
  if (first === '') {
    const length = Number(last);
    return length === 0 ? null : { begin: Math.max(0, size - length), end: size };
  }
  const begin = Number(first);
  const end = last === '' ? size : Math.min(size, Number(last) + 1);
  if (last !== '' && Number(last) < begin) return 'all';
  return begin >= size ? null : { begin, end };
}

/** Sends a file or the requested range: 200, 206 or 416. `If-Range` guards against a file that changed meanwhile. */
export async function serveFile(
  files: Files,
  file: { key: string; sha256: Buffer; name: string },
  io: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const { request, reply } = io;
  const size = await files.size(file.key);
  if (size === null) throw notFound();
  const etag = `"${file.sha256.toString('hex')}"`;
  const ifRange = request.headers['if-range'];
  const range = ifRange !== undefined && ifRange !== etag ? 'all' : parseRange(request.headers.range, size);
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('cache-control', 'private, no-transform')
    .header('content-disposition', `attachment; filename="${file.name.replace(/[^A-Za-z0-9._-]/g, '_')}"`);
  if (range === null) {
    // No envelope: a resuming device reads the header.
    await reply.status(416).header('content-range', `bytes */${size}`).send();
    return;
  }
  reply.type('application/octet-stream');
  if (range === 'all') {
    await reply.header('content-length', size).send(await files.read(file.key));
    return;
  }
  const stream = await files.read(file.key, range);
  await reply
    .status(206)
    .header('content-range', `bytes ${range.begin}-${range.end - 1}/${size}`)
    .header('content-length', range.end - range.begin)
    .send(stream);
}
