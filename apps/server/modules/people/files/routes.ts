import * as contract from '@voltloop/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Http, replied } from '../../../platform/http.ts';
import { disposition } from '../../../platform/table-export.ts';
import { readAvatar, removeAvatar, setAvatar } from './avatars.ts';
import { openFile } from './open-file.ts';
import { isImage } from './rules.ts';
import { type Core, storeFile } from './store-file.ts';
import { discardFile } from './unused.ts';

export function fileRoutes(http: Http, core: Core): void {
  http.implement(contract.uploadFile, async (ctx, _input, { request }) => {
    const { id } = await storeFile(core, ctx, request);
    return `/files/${id}`;
  });
  http.implement(contract.discardFile, (ctx, { params }) => discardFile(core.services, ctx, params.id));
  http.implement(contract.readFile, async (ctx, { params }, { request, reply }) => {
    const { file, content } = await openFile(core.services, ctx, params.id);
    const etag = `"${file.sha256.toString('base64url')}"`;
    if (isKnown(request, reply, etag)) return replied;
    // Only UTF-8 was accepted as text.
    const type = file.type === 'text/plain' ? 'text/plain; charset=utf-8' : file.type;
    reply.type(type).header('content-length', file.size_bytes);
    if (!isImage(file.type)) reply.header('content-disposition', disposition(file.name));
    reply.send(await content());
    return replied;
  });

  http.implement(contract.setAvatar, (ctx, _input, { request }) => setAvatar(core, ctx, request));
  http.implement(contract.removeAvatar, (ctx) => removeAvatar(core, ctx));
  http.implement(contract.readAvatar, async (ctx, { params }, { request, reply }) => {
    const { id, content } = await readAvatar(core, ctx, params.id);
    if (!isKnown(request, reply, `"${id}"`)) reply.type('image/jpeg').send(content);
    return replied;
  });
}

/** Sets the headers of every file; returns early when the browser already has it. */
function isKnown(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply
    .header('etag', etag)
    // Revalidated each time, so that nobody reads it after signing out; the answer is then short.
    .header('cache-control', 'private, no-cache')
    .header('content-security-policy', "default-src 'none'; sandbox");
  if (request.headers['if-none-match'] !== etag) return false;
  reply.status(304).send();
  return true;
}
