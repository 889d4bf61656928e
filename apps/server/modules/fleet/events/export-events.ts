import type { exportEvents, QueryOf, ThingEvent } from '@voltloop/contract';
import { eventsList } from '@voltloop/contract/lists/events.list.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { exportList } from '../../../platform/list-export.ts';
import type { Services } from '../../../platform/services.ts';
import type { TableFile } from '../../../platform/table-export.ts';
import { filterOf } from './list-events.ts';
import { type EventFilter, eventCounts, eventRows } from './store-list.ts';

const CHUNK = 5000;

/** The events of a filter as a table, newest first, times in each device's zone. @throws validation, notFound */
export async function openEventExport(
  services: Pick<Services, 'db'>,
  ctx: Ctx,
  { format, language, time_zone, columns, ...query }: QueryOf<typeof exportEvents>,
): Promise<TableFile> {
  const filter = await filterOf(services, ctx, query);
  const { total } = await eventCounts(services.db, ctx.caller, filter);
  return exportList(services.db, ctx, eventsList, {
    file: { format, language, time_zone, columns },
    audit: { action: 'event.export', objectType: 'event', details: query },
    total,
    batches: batches(services, ctx, filter),
    cells: {
      event: ({ event_name }: ThingEvent) => event_name[language],
      value: ({ value }) => value,
      threshold: ({ threshold }) => threshold,
    },
  });
}

async function* batches(
  services: Pick<Services, 'db'>,
  ctx: Ctx,
  filter: EventFilter,
): AsyncGenerator<ThingEvent[]> {
  // Each piece continues after the last row of the previous one, so that the last piece costs no more than the first.
  let after: ThingEvent | undefined;
  for (;;) {
    const order = { sort: 'begin_time', order: 'desc' } as const;
    const some = await eventRows(services.db, ctx.caller, filter, order, { offset: 0, limit: CHUNK, after });
    yield some;
    after = some.at(-1);
    if (some.length < CHUNK) return;
  }
}
