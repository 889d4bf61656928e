import * as contract from '@voltloop/contract';
import type { Http } from '../../../platform/http.ts';
import type { Core } from '../../resources/index.ts';
import { homeReader } from './read-home.ts';

/** The call of the home of the back office → verb. */
export function homeRoutes(http: Http, core: Core): void {
  http.implement(contract.backofficeHome, homeReader(core));
}
