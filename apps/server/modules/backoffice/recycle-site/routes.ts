import * as contract from '@voltloop/contract';
import { MAX_PAGE } from '@voltloop/resource-kit';
import { recycleSite } from '@voltloop/resources/recycle-site/recycle-site.resource.ts';
import type { Http } from '../../../platform/http.ts';
import { type Core, deleteRows, findPage, type Row } from '../../resources/index.ts';

type Brief = contract.ReplyOf<typeof contract.findAllRecycleSites>[number];

/** What a dropdown or a map needs of a site. */
function brief(row: Row): Brief {
  const { id, name, code, kind, region, address, longitude, latitude, status } = row;
  return { id, name, code, kind, region, address, longitude, latitude, status } as Brief;
}

/** The calls of recycling sites that the specification has beside those of every resource. */
export function recycleSiteRoutes(http: Http, core: Core): void {
  http.implement(contract.findAllRecycleSites, async (ctx) => {
    const { list } = await findPage(core, ctx, recycleSite, { page: 1, size: MAX_PAGE, named: {} });
    return list.map(brief);
  });
  http.implement(contract.deleteRecycleSite, (ctx, { query }) =>
    deleteRows(core, ctx, recycleSite, [query.id], null),
  );
}
