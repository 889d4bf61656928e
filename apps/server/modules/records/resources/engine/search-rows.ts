import type * as contract from '@voltloop/contract';
import type { QueryOf, ReplyOf } from '@voltloop/contract';
import { normalise } from '@voltloop/domain/battery-code/index.ts';
import { type Resource, rightOf } from '@voltloop/resource-kit';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Core } from './core.ts';
import { seen } from './look-up.ts';
import { isMasked } from './mask.ts';
import { matchingRows } from './store-look-up.ts';

/** The best matches in every resource that the caller may see, exact titles first. */
export async function searchRows(
  core: Core,
  ctx: Ctx,
  { search, limit }: QueryOf<typeof contract.searchRows>,
): Promise<ReplyOf<typeof contract.searchRows>> {
  const visible = [...core.registry.values()].filter((each) => ctx.caller.rights.has(rightOf(each)));
  const found = await Promise.all(
    visible.map(async (resource) => {
      const text = asKept(resource, search);
      const choice = { search: text, named: {}, maskPersonal: isMasked(ctx, resource) };
      const rows = await matchingRows(core.services.db, resource, ctx.caller.tenantId, choice, limit);
      // Where references show another name, the title is the hint: a vehicle's VIN next to its plate.
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

/** Battery codes are normalised, as a plate or a scanner may write them differently. */
function asKept({ fields, title }: Resource, search: string): string {
  const field = fields[title];
  return field?.kind === 'text' && field.as === 'batteryCode' ? normalise(search) || search : search;
}
