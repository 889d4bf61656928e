import * as contract from '@voltloop/contract';
import type { Http } from '../../../platform/http.ts';
import type { Core } from './core.ts';
import { createOwnToken, listOwnTokens, revokeOwnToken } from './own-api-tokens.ts';

/** Contract route → verb: API tokens of the signed-in account. */
export function apiTokenRoutes(http: Http, core: Core): void {
  http.implement(contract.listApiTokens, (ctx) => listOwnTokens(core, ctx));
  http.implement(contract.createApiToken, async (ctx, { body }, { reply }) => {
    reply.header('cache-control', 'no-store');
    return createOwnToken(core, ctx, body);
  });
  http.implement(contract.revokeApiToken, async (ctx, { params }) => {
    await revokeOwnToken(core, ctx, params.id);
    return null;
  });
}
