import * as contract from '@voltloop/contract';
import type { Http } from '../../../../platform/http.ts';
import type { Core } from '../../../records/resources/index.ts';
import { draftOfCollection } from './draft-invoice.ts';
import { readProgress } from './read-progress.ts';

/** The calls of collections in addition to those of every resource (decision 36). */
export function collectionRoutes(http: Http, core: Core): void {
  http.implement(contract.collectionProgress, (ctx, { query: { id } }) =>
    readProgress(core.services.db, ctx.caller.tenantId, id),
  );
  http.implement(contract.invoiceCollection, (ctx, { body }) => draftOfCollection(core, ctx, body));
}
