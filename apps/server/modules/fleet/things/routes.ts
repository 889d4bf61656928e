import * as contract from '@voltloop/contract';
import { notFound } from '../../../platform/errors.ts';
import type { Http } from '../../../platform/http.ts';
import { sendTable } from '../../../platform/table-export.ts';
import { autoBind } from './auto-bind.ts';
import { bindThings } from './bind-things.ts';
import type { Core } from './core.ts';
import { deleteThing } from './delete-thing.ts';
import { readForDeveloper } from './developer-things.ts';
import { openThingsExport } from './export-things.ts';
import { describeVisible, listIds, listThings, listUserThings } from './list-things.ts';
import { readBindings, readPower, readSummary } from './read-fleet.ts';
import { readAttention, readInsight } from './read-home.ts';
import { registerThing } from './register-thing.ts';
import { rotateSecret } from './rotate-secret.ts';
import { namesOf } from './rules.ts';
import { positions, versions } from './store.ts';
import { unbindThings } from './unbind-things.ts';
import { updateThing } from './update-thing.ts';

/** Contract route → verb. */
export function thingRoutes(http: Http, core: Core): void {
  const { db } = core.services;

  http.implement(contract.listThings, (ctx, { query }) => listThings(core, ctx, query));
  http.implement(contract.listUserThings, (ctx, { params, query }) =>
    listUserThings(core, ctx, params.userId, query),
  );
  http.implement(contract.developerThings, (ctx, { query }) => readForDeveloper(core, ctx, query));
  http.implement(contract.getThing, (ctx, { params }) => describeVisible(db, ctx.caller, params.devNo));
  http.implement(contract.getDevice, async (ctx, { params, query }) => {
    const thing = await describeVisible(db, ctx.caller, params.devId);
    if (query.devtype && query.devtype !== thing.devtype) throw notFound();
    return thing;
  });
  http.implement(contract.updateThing, (ctx, { params, body }) => updateThing(core, ctx, params.devNo, body));
  http.implement(contract.registerThing, (ctx, { body }, { reply }) => {
    reply.header('cache-control', 'no-store');
    return registerThing(core, ctx, body);
  });
  http.implement(contract.rotateSecret, (ctx, { params }, { reply }) => {
    reply.header('cache-control', 'no-store');
    return rotateSecret(core, ctx, params.devNo);
  });

  http.implement(contract.deleteThing, async (ctx, { params }) => {
    await deleteThing(core, ctx, params.devNo);
    return null;
  });
  http.implement(contract.thingIds, (ctx, { query }) => listIds(core, ctx, query));
  http.implement(contract.exportThings, async (ctx, { query, body }, { reply }) =>
    sendTable(reply, await openThingsExport(core, ctx, query, body)),
  );
  http.implement(contract.autoBind, (ctx, { params, query }) => autoBind(core, ctx, params.userId, query));

  http.implement(contract.bindThings, async (ctx, { query, body }) => {
    const { changed, results } = await bindThings(core, ctx, query.userIds, namesOf(body));
    return { bound: changed, results };
  });
  for (const route of [contract.unbindThings, contract.unbindThingsPost]) {
    http.implement(route, async (ctx, { query, body }) => {
      const { changed, results } = await unbindThings(core, ctx, query.userIds, namesOf(body));
      return { unbound: changed, results };
    });
  }
  http.implement(contract.listBindings, (ctx, { params }) => readBindings(core, ctx, params.devNo));

  http.implement(contract.thingSummary, (ctx) => readSummary(core, ctx));
  http.implement(contract.fleetPower, (ctx) => readPower(core, ctx));
  http.implement(contract.attentionList, (ctx) => readAttention(core, ctx));
  http.implement(contract.fleetInsight, (ctx) => readInsight(core, ctx));
  http.implement(contract.thingPositions, (ctx) => positions(db, ctx.caller));
  http.implement(contract.thingVersions, (ctx) => versions(db, ctx.caller));
}
