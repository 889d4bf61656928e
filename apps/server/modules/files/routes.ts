import * as contract from '@voltloop/contract';
import { type Http, replied } from '../../platform/http.ts';
import type { Services } from '../../platform/services.ts';
import { disposition } from '../../platform/table-export.ts';
import { openFile } from './open-file.ts';
import { receiveFile } from './receive-file.ts';
import { isImage } from './rules.ts';
import { storeFile } from './store-file.ts';

export function fileRoutes(http: Http, services: Services): void {
  http.implement(contract.uploadFile, async (ctx, _input, { request }) => {
    const { id } = await storeFile(services, ctx, () => receiveFile(request));
    return `/files/${id}`;
  });
  http.implement(contract.readFile, async (ctx, { params }, { request, reply }) => {
    const { file, content } = await openFile(services, ctx, params.id);
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
