import * as contract from '@voltloop/contract';
import type { Http } from '../../platform/http.ts';
import type { Services } from '../../platform/services.ts';
import { acknowledgeEvent } from './acknowledge-event.ts';
import { listEvents } from './list-events.ts';

export function eventRoutes(http: Http, services: Services): void {
  http.implement(contract.listEvents, (ctx, { params, query }) =>
    listEvents(services, ctx, { tenantId: params.tenantId, query }),
  );
  http.implement(contract.acknowledgeEvent, (ctx, { params, body }) =>
    acknowledgeEvent(services, ctx, { ...params, ...body }),
  );
}
