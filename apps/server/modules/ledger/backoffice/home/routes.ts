import * as contract from '@voltloop/contract';
import type { Http } from '../../../../platform/http.ts';
import type { Core } from '../../../records/resources/index.ts';
import { readBusiness } from './read-business.ts';
import { homeReader } from './read-home.ts';
import { readWork } from './read-work.ts';

/** The calls of the home of the back office → verbs. */
export function homeRoutes(http: Http, core: Core): void {
  http.implement(contract.backofficeHome, homeReader(core));
  http.implement(contract.backofficeBusiness, (ctx, { query }) => readBusiness(core.services.db, ctx, query));
  http.implement(contract.backofficeWork, (ctx, { query }) => readWork(core.services.db, ctx, query));
}
