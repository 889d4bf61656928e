import * as contract from '@voltloop/contract';
import type { Http } from '../../../platform/http.ts';
import { loadNamedAccount } from '../../people/accounts/index.ts';
import { bindThings } from './bind-things.ts';
import type { Core } from './core.ts';
import { deleteThing } from './delete-thing.ts';
import { listThings } from './list-things.ts';
import { registerThing } from './register-thing.ts';
import { namesOf } from './rules.ts';

/** The legacy calls over things, implemented by the current verbs (interpretation C32). */
export function legacyThingRoutes(http: Http, core: Core): void {
  const { db } = core.services;
  const choice = (window: { skip: number; limit: number }, username: string | undefined) =>
    contract.thingListQuery.parse({ ...window, ...(username ? { account: username } : {}) });

  http.implement(contract.legacyDevices, (ctx, { query: { username, ...window } }) =>
    listThings(core, ctx, choice(window, username)),
  );
  http.implement(contract.legacyDeviceCount, async (ctx, { query }) => {
    const { total } = await listThings(core, ctx, choice({ skip: 0, limit: 0 }, query.username));
    return { count: total };
  });
  http.implement(contract.legacyCreateDevice, (ctx, { body }, { reply }) => {
    reply.header('cache-control', 'no-store');
    return registerThing(core, ctx, body);
  });
  http.implement(contract.legacyDeleteDevice, async (ctx, { params }) => {
    await deleteThing(core, ctx, params.devId);
    return null;
  });
  http.implement(contract.legacyBindDevices, async (ctx, { body }) => {
    const account = await loadNamedAccount(db, ctx.caller, body.username);
    const { changed } = await bindThings(core, ctx, [account.id], namesOf(body.devices));
    return { bound: changed };
  });
}
