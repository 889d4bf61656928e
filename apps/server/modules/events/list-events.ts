import type { Page, ThingEvent } from '@voltloop/contract';
import type { Ctx } from '../../platform/ctx.ts';
import { pageWindow } from '../../platform/paging.ts';
import type { Services } from '../../platform/services.ts';
import { checkTenant } from '../accounts/index.ts';
import { type EventFilter, eventPage } from './store.ts';

/** A page of the events of the caller's things, newest first. */
export async function listEvents(
  services: Pick<Services, 'db'>,
  ctx: Ctx,
  input: { tenantId: string; query: EventFilter & Parameters<typeof pageWindow>[0] },
): Promise<Page<ThingEvent>> {
  checkTenant(ctx.caller, input.tenantId);
  const window = pageWindow(input.query);
  const { list, total } = await eventPage(services.db, ctx.caller, input.query, window);
  return { list, total, current_page: window.current_page, page_size: window.page_size };
}
