import * as contract from '@voltloop/contract';
import { type Http, replied } from '../../../platform/http.ts';
import type { Services } from '../../../platform/services.ts';
import { sendTable } from '../../../platform/table-export.ts';
import type { Telemetry } from '../telemetry/index.ts';
import type { Things } from '../things/index.ts';
import { acknowledgeEvent, acknowledgeEvents } from './acknowledge-event.ts';
import { deleteRule, insertRule, listRules, previewRule, updateRule } from './change-rules.ts';
import { openEventExport } from './export-events.ts';
import { countEventsOf, listEvents, readEvent } from './list-events.ts';

export interface EventDeps extends Services {
  things: Pick<Things, 'find'>;
  telemetry: Pick<Telemetry, 'refreshStatus' | 'countBeyond' | 'newestReadings'>;
}

export function eventRoutes(http: Http, deps: EventDeps): void {
  http.implement(contract.listEvents, (ctx, { query }) => listEvents(deps, ctx, query));
  http.implement(contract.countEvents, (ctx, { query }) => countEventsOf(deps, ctx, query));
  http.implement(contract.exportEvents, async (ctx, { query }, { reply }) =>
    sendTable(reply, await openEventExport(deps, ctx, query)),
  );
  http.implement(contract.getEvent, (ctx, { params }) => readEvent(deps, ctx, params));
  http.implement(contract.acknowledgeEvent, (ctx, { params, body }) =>
    acknowledgeEvent(deps, ctx, { ...params, ...body }),
  );
  http.implement(contract.acknowledgeEvents, async (ctx, { body }) => {
    const events = await acknowledgeEvents(deps, ctx, body);
    return { acknowledged: events.length };
  });
}

/** Rules, for accounts that may manage them. */
export function ruleRoutes(http: Http, deps: EventDeps): void {
  http.implement(contract.listRules, (ctx, { query }) => listRules(deps, ctx, query));
  http.implement(contract.insertRule, (ctx, { body }) => insertRule(deps, ctx, body));
  http.implement(contract.updateRule, (ctx, { params, body }) => updateRule(deps, ctx, { ...params, body }));
  http.implement(contract.previewRule, (ctx, { body }) => previewRule(deps, ctx, body));
  http.implement(contract.deleteRule, async (ctx, { params }, { reply }) => {
    await deleteRule(deps, ctx, params);
    reply.code(204).send();
    return replied;
  });
}
