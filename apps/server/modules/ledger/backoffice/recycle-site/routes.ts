import * as contract from '@voltloop/contract';
import { MAX_PAGE } from '@voltloop/resource-kit';
import { recycleSite } from '@voltloop/resources/recycle-site/recycle-site.resource.ts';
import type { Http } from '../../../../platform/http.ts';
import { type Core, deleteRows, findPage, type Row } from '../../../records/resources/index.ts';

type Brief = contract.ReplyOf<typeof contract.findAllRecycleSites>[number];

/** The fields of a site for a dropdown or a map. */
function brief(row: Row): Brief {
  const { id, name, code, kind, region, address, longitude, latitude, status } = row;
  return { id, name, code, kind, region, address, longitude, latitude, status } as Brief;
}

/** Calls of recycling sites that the specification adds to those of every resource. */
export function recycleSiteRoutes(http: Http, core: Core): void {
  http.implement(contract.findAllRecycleSites, async (ctx) => {
    const { list } = await findPage(core, ctx, recycleSite, { page: 1, size: MAX_PAGE, named: {} });
    return list.map(brief);
  });
  http.implement(contract.deleteRecycleSite, (ctx, { query }) =>
    deleteRows(core, ctx, recycleSite, [query.id], null),
  );
}
