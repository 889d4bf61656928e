import type { Resource } from '@voltloop/resource-kit';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Row } from './columns.ts';
import type { Core } from './core.ts';
import type { Choice } from './filters.ts';
import { isMasked, masked } from './mask.ts';
import { pageBeforeCount, pageOf } from './store-list.ts';

/**
 * A page of the matching rows, personal data masked; its total may be null with `count: 'later'`. @throws validation
 */
export async function findPage(
  core: Core,
  ctx: Ctx,
  resource: Resource,
  input: Choice & { page: number; size: number; count?: 'now' | 'later' },
): Promise<{ list: Row[]; total: number | null; page: number; size: number }> {
  const { page, size, count } = input;
  const window = { offset: (page - 1) * size, limit: size };
  const { db } = core.services;
  const read = count === 'later' ? pageBeforeCount : pageOf;
  const choice = { ...input, maskPersonal: isMasked(ctx, resource) };
  const found = await read(db, core.registry, resource, ctx.caller.tenantId, choice, window);
  return { list: found.list.map((row) => masked(resource, row)), total: found.total, page, size };
}
