import * as contract from '@voltloop/contract';
import type { Http } from '../../../platform/http.ts';
import type { Services } from '../../../platform/services.ts';
import { findLabels } from './find-labels.ts';
import { readScan } from './read-scan.ts';

/** The calls of scanning and of labels → verbs. */
export function codeRoutes(http: Http, { db }: Services): void {
  http.implement(contract.readScan, (ctx, { query }) => readScan(db, ctx, query.text));
  http.implement(contract.findLabels, (ctx, { body }) => findLabels(db, ctx, body));
}
