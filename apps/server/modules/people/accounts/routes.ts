import * as contract from '@voltloop/contract';
import { mapFileAddress } from '../../../map-file.ts';
import type { Http } from '../../../platform/http.ts';
import { version } from '../../../platform/version.ts';
import type { Core } from './core.ts';
import { readSelfOfCaller } from './profile.ts';
import { anyAccount, isDemo } from './store.ts';
import { ownActivity } from './store-self.ts';
import { updatePreferences } from './update-preferences.ts';

/** Contract route → verb: the instance and the caller's account. */
export function accountRoutes(http: Http, core: Core): void {
  const { config, db, pool } = core.services;

  http.implement(contract.getSetup, async () => {
    const demo = await isDemo(db);
    return {
      needs_setup: !(await anyAccount(db)),
      demo,
      system_type: config.systemType,
      map_tiles: config.mapTiles,
      map_file: config.mapFile && mapFileAddress(config.mapFile),
      map_style: config.mapStyle,
      show_settings: demo || config.showSettings,
      mail: config.smtpUrl !== undefined,
      sso: config.oidc && { name: config.oidc.name },
      version,
      demo_past: core.services.demoPast ?? null,
    };
  });

  http.implement(contract.getSelf, (ctx) => readSelfOfCaller(pool, ctx.caller));
  http.implement(contract.updatePreferences, (ctx, { body }) => updatePreferences(core, ctx, body));
  http.implement(contract.listOwnActivity, async (ctx) => {
    const rows = await ownActivity(db, ctx.caller.accountId);
    return rows.map((row) => ({
      time: row.at.getTime(),
      action: row.action,
      result: row.result === 'ok' ? ('ok' as const) : ('refused' as const),
      ip: row.ip,
      by: row.actor_id === null || row.actor_id === ctx.caller.accountId ? null : row.actor_name,
    }));
  });
}
