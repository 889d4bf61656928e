import type * as contract from '@voltloop/contract';
import type { QueryOf, ReplyOf } from '@voltloop/contract';
import { normalise } from '@voltloop/domain/battery-code/index.ts';
import { type Resource, rightOf } from '@voltloop/resource-kit';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Core } from './core.ts';
import { seen } from './look-up.ts';
import { isMasked } from './mask.ts';
import { matchingRows } from './store-look-up.ts';

/** The best rows for a search of every resource that the caller may see, those whose title it is first. */
export async function searchRows(
  core: Core,
  ctx: Ctx,
  { search, limit }: QueryOf<typeof contract.searchRows>,
): Promise<ReplyOf<typeof contract.searchRows>> {
  const visible = [...core.registry.values()].filter((each) => ctx.caller.rights.has(rightOf(each)));
  const found = await Promise.all(
    visible.map(async (resource) => {
      const text = asKept(resource, search);
      const choice = { search: text, named: {}, veiled: isMasked(ctx, resource) };
      const rows = await matchingRows(core.services.db, resource, ctx.caller.tenantId, choice, limit);
      // Where a row is offered by another name, its title is shown beside it: a vehicle's VIN beside its plate.
      const titleIsHint = resource.lookup?.hint === resource.title;
      const namesOf = ({ title, hint }: (typeof rows)[number]) => (titleIsHint ? [title, hint] : [title]);
      const exact = new Set(
        rows
          .filter((row) => namesOf(row).some((name) => name?.toLowerCase() === text.toLowerCase()))
          .map(({ id }) => id),
      );
      return {
        resource: resource.name,
        rows: seen(ctx, resource, rows).map((row) => ({ ...row, exact: exact.has(row.id) })),
      };
    }),
  );
  return found.filter(({ rows }) => rows.length > 0);
}

/** A battery code is found however its plate or a scanner writes it. */
function asKept({ fields, title }: Resource, search: string): string {
  const field = fields[title];
  return field?.kind === 'text' && field.as === 'batteryCode' ? normalise(search) || search : search;
}
