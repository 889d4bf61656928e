import type { exportEvents, QueryOf, ThingEvent } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Services } from '../../../platform/services.ts';
import { refuseLongSheet, type TableCell, type TableFile } from '../../../platform/table-export.ts';
import { todayOf } from '../../people/accounts/index.ts';
import { filterOf } from './list-events.ts';
import { type EventFilter, eventCounts, eventRows } from './store-list.ts';

const CHUNK = 5000;

const texts = {
  en: {
    name: 'Events',
    header: [
      'Device',
      'Name',
      'Event',
      'Code',
      'Level',
      'Source',
      'Begin',
      'End',
      'State',
      'Value',
      'Threshold',
      'Acknowledged by',
      'Acknowledged at',
      'Note',
    ],
    levels: ['', 'Notice', 'Warning', 'Fault'],
    states: ['', 'Active', 'Cleared'],
  },
  zh: {
    name: '事件',
    header: [
      '设备编号',
      '设备名称',
      '事件',
      '代码',
      '级别',
      '来源',
      '开始时间',
      '结束时间',
      '状态',
      '数值',
      '阈值',
      '确认人',
      '确认时间',
      '备注',
    ],
    levels: ['', '提示', '告警', '故障'],
    states: ['', '活动', '已恢复'],
  },
} as const;

/** The events of a filter as a table, newest first, times in each device's zone. @throws validation, notFound */
export async function openEventExport(
  services: Pick<Services, 'db'>,
  ctx: Ctx,
  { format, language, ...query }: QueryOf<typeof exportEvents>,
): Promise<TableFile> {
  const filter = await filterOf(services, ctx, query);
  const { total } = await eventCounts(services.db, ctx.caller, filter);
  refuseLongSheet(format, total);
  await services.db.transaction().execute((trx) =>
    audit(trx, ctx, {
      action: 'event.export',
      objectType: 'event',
      details: { rows: total, format, ...query },
    }),
  );
  const { name, header } = texts[language];
  const name_ = `${name}_${await todayOf(services.db, ctx)}`;
  return { format, name: name_, header, rows: rows(services, ctx, filter, language) };
}

async function* rows(
  services: Pick<Services, 'db'>,
  ctx: Ctx,
  filter: EventFilter,
  language: 'en' | 'zh',
): AsyncGenerator<TableCell[]> {
  // Each piece continues after the last row of the previous one, so that the last piece costs no more than the first.
  let after: ThingEvent | undefined;
  for (;;) {
    const order = { sort: 'begin_time', order: 'desc' } as const;
    const some = await eventRows(services.db, ctx.caller, filter, order, { offset: 0, limit: CHUNK, after });
    for (const event of some) yield cells(event, language);
    after = some.at(-1);
    if (some.length < CHUNK) return;
  }
}

function cells(event: ThingEvent, language: 'en' | 'zh'): TableCell[] {
  const { levels, states } = texts[language];
  const time = (time_ms: number | null) => ({ time_ms, zone: event.time_zone });
  return [
    event.devid,
    event.devname,
    event.event_name[language],
    event.code,
    levels[event.level] ?? '',
    event.source,
    time(event.begin_time),
    time(event.end_time),
    states[event.state] ?? '',
    event.value,
    event.threshold,
    event.ack_user,
    time(event.ack_time),
    event.remark,
  ];
}
