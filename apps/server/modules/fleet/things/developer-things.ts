import { type developerThings, type QueryOf, type ReplyOf, thingListQuery } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Core } from './core.ts';
import { listThings } from './list-things.ts';

/** The caller's things for the development export (interpretation C21), as in the list; audited. */
export async function readForDeveloper(
  core: Core,
  ctx: Ctx,
  { kind, skip, limit }: QueryOf<typeof developerThings>,
): Promise<ReplyOf<typeof developerThings>> {
  const page = await listThings(core, ctx, thingListQuery.parse({ skip, limit, sort: 'devid' }));
  await core.services.db.transaction().execute((trx) =>
    audit(trx, ctx, {
      action: `things.developer_${kind}`,
      objectType: 'thing',
      details: { things: page.list.length, total: page.total },
    }),
  );
  return page;
}
