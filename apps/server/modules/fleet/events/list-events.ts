import type { countEvents, Page, QueryOf, ThingEvent } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import { notFound } from '../../../platform/errors.ts';
import { paged, pageWindow } from '../../../platform/paging.ts';
import type { Services } from '../../../platform/services.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { checkSite, loadAccount } from '../../people/accounts/index.ts';
import {
  type EventCounts,
  type EventFilter,
  type EventOrder,
  eventCounts,
  eventRows,
  eventsById,
} from './store-list.ts';

type Deps = Pick<Services, 'db'>;
type FilterQuery = QueryOf<typeof countEvents>;

/** The filter of a query. @throws notFound for an account or site that is not visible to the caller */
export async function filterOf(deps: Deps, ctx: Ctx, query: FilterQuery): Promise<EventFilter> {
  const { account_id, ...filter } = query;
  if (filter.site_id !== undefined) await checkSite(deps.db, ctx.caller, filter.site_id);
  if (account_id === undefined || account_id === '') return filter;
  if (!isUuid(account_id)) throw notFound();
  return { ...filter, account: await loadAccount(deps.db, ctx.caller, account_id) };
}

/** A page of the events of the caller's things. */
export async function listEvents(
  deps: Deps,
  ctx: Ctx,
  query: FilterQuery & Partial<EventOrder> & Parameters<typeof pageWindow>[0],
): Promise<Page<ThingEvent>> {
  const window = pageWindow(query);
  const { sort = 'begin_time', order = 'desc' } = query;
  const filter = await filterOf(deps, ctx, query);
  const [list, { total }] = await Promise.all([
    eventRows(deps.db, ctx.caller, filter, { sort, order }, window),
    eventCounts(deps.db, ctx.caller, filter),
  ]);
  return paged({ list, total }, window);
}

/** Counts of filtered events, by level. */
export async function countEventsOf(deps: Deps, ctx: Ctx, query: FilterQuery): Promise<EventCounts> {
  return eventCounts(deps.db, ctx.caller, await filterOf(deps, ctx, query));
}

/** One event. @throws notFound for events of things outside the subtree */
export async function readEvent(deps: Deps, ctx: Ctx, input: { id: string }): Promise<ThingEvent> {
  const [event] = isUuid(input.id) ? await eventsById(deps.db, ctx.caller, [input.id]) : [];
  if (!event) throw notFound();
  return event;
}
