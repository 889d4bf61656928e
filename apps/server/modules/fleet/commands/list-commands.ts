import type { Command, Page } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import { paged, pageWindow } from '../../../platform/paging.ts';
import type { Services } from '../../../platform/services.ts';
import type { Things } from '../things/index.ts';
import { ledgerPage, toCommand } from './store.ts';

/** A page of a thing's command ledger, newest first. @throws notFound outside the subtree */
export async function listCommands(
  services: Pick<Services, 'db'>,
  things: Pick<Things, 'find'>,
  ctx: Ctx,
  input: { thing: string; query: Parameters<typeof pageWindow>[0] },
): Promise<Page<Command>> {
  const thing = await things.find(ctx.caller, input.thing);
  const window = pageWindow(input.query);
  const { rows, total } = await ledgerPage(services.db, ctx.caller, thing.id, window);
  return paged({ list: rows.map((row) => toCommand(row, thing.devid)), total }, window);
}
