import { live } from '@voltloop/contract';
import { type Http, replied } from '../../../platform/http.ts';
import { type LiveParts, openStream } from './open-stream.ts';

export function liveRoutes(http: Http, parts: LiveParts): void {
  http.implement(live, async (ctx, { query }, io) => {
    await openStream(parts, ctx, query, io);
    return replied;
  });
}
