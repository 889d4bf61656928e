import * as contract from '@voltloop/contract';
import { type Http, replied } from '../../platform/http.ts';
import { disposition } from '../../platform/table-export.ts';
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
    reply
      .header('etag', etag)
      // Asked again each time, so that nobody reads it after signing out; the answer is then short.
      .header('cache-control', 'private, no-cache')
      .header('content-security-policy', "default-src 'none'; sandbox");
    if (request.headers['if-none-match'] === etag) {
      reply.status(304).send();
      return replied;
    }
    // A text was taken only as UTF-8.
    const type = file.type === 'text/plain' ? 'text/plain; charset=utf-8' : file.type;
    reply.type(type).header('content-length', file.size_bytes);
    if (!isImage(file.type)) reply.header('content-disposition', disposition(file.name));
    reply.send(await content());
    return replied;
  });
}
