import { HE_BAT } from '@voltloop/protocol';
import { eventDecimals, eventUnit } from '@voltloop/protocol/event-unit.ts';
import { ZoneClock } from '../../../platform/zone-clock.ts';
import type { Item } from './items.ts';

/** The text of a notice about one event. */
export interface EventLine {
  id: string;
  what: Item['what'];
  devid: string;
  devname: string;
  code: string;
  name_en: string;
  name_zh: string;
  /** 1 notice, 2 warning, 3 fault. */
  level: number;
  begin_time: number;
  end_time: number | null;
  /** The device's time zone. */
  zone: string;
  /** The reading that raised it and its limit, where known. */
  value: number | null;
  threshold: number | null;
  /** The device's site, if the receiver sees it. */
  site: string | null;
  /** Of the description of the device, which everyone who sees it may read. */
  owner: string | null;
  mobile: string | null;
  address: string | null;
}

/** A message in the language of its receiver, for any kind of channel. */
export interface Notice {
  /** That of the message: the same for all attempts. */
  id: string;
  what: 'events' | 'test';
  language: 'en' | 'zh';
  title: string;
  /** A line for each named event, then the number of the others. */
  lines: string[];
  /** All events, the most severe first; empty for a test message. */
  events: EventLine[];
  /** Site, owner and how to reach them, of a few events; not for channels that others read along. */
  details: string[];
  /** Page of the console: the event, or the list of several. */
  path: string;
}

/** Page of the console with the events of devices; `?event=` opens one. */
const EVENTS_PATH = '/endUserPage/faultyDevices/index';

const levels = { en: ['', 'Notice', 'Warning', 'Fault'], zh: ['', '提示', '告警', '故障'] } as const;
const states = {
  en: {
    begin: 'began',
    rise: 'level has risen, began',
    end: 'ended',
    reminder: 'not acknowledged since',
    escalation: 'escalated to you, not acknowledged since',
  },
  zh: {
    begin: '发生于',
    rise: '等级上升，发生于',
    end: '恢复于',
    reminder: '未确认，发生于',
    escalation: '升级通知，未确认，发生于',
  },
} as const;
/** Many devices may have the same name: the id identifies the device. */
const nameOf = ({ devname, devid }: EventLine) =>
  devname && devname !== devid ? `${devname} (${devid})` : devid;
/** Limit of named events; more are only counted. */
const MAX_NAMED = 20;
/** Limit of events with details. */
const MAX_DETAILED = 5;

/** What a title says has happened, so that a system that threads by title keeps beginning and end apart. */
const titles = {
  en: {
    begin: '',
    rise: 'Risen',
    end: 'Ended',
    reminder: 'Not acknowledged',
    escalation: 'Escalated',
  },
  zh: { begin: '', rise: '等级上升', end: '已恢复', reminder: '未确认', escalation: '升级通知' },
} as const;
const units = new Map([
  ...HE_BAT.points.map(({ key, unit }) => [key, unit] as const),
  ...HE_BAT.faults.map(({ code, unit = '' }) => [code, unit] as const),
]);

/** `12.5 % (limit 20 %)`; null without a value. */
function valueText({ code, value, threshold }: EventLine, zh: boolean): string | null {
  if (value === null) return null;
  const unit = eventUnit(code, (name) => units.get(name) ?? '');
  const decimals = eventDecimals([value, threshold], 0);
  const shown = (n: number) => `${n.toFixed(decimals)}${unit ? ` ${unit}` : ''}`;
  if (threshold === null) return shown(value);
  return zh ? `${shown(value)}（限值 ${shown(threshold)}）` : `${shown(value)} (limit ${shown(threshold)})`;
}

/** Where a device is, and whom to call. */
function detailsOf(event: EventLine, zh: boolean): string {
  const parts = [
    [zh ? '电站' : 'Site', event.site],
    [zh ? '业主' : 'Owner', event.owner],
    [zh ? '电话' : 'Telephone', event.mobile],
    [zh ? '地址' : 'Address', event.address],
  ].filter(([, text]) => text);
  return parts.map(([label, text]) => `${label}${zh ? '：' : ': '}${text}`).join(zh ? '，' : ', ');
}

export function eventNotice(id: string, language: 'en' | 'zh', events: EventLine[]): Notice {
  const zh = language === 'zh';
  const name = (e: EventLine) => (zh ? e.name_zh : e.name_en);
  const line = (e: EventLine) => {
    const time = (e.what === 'end' ? e.end_time : null) ?? e.begin_time;
    const clock = new Date(time).toLocaleString(zh ? 'zh-CN' : 'en-GB', {
      timeZone: e.zone,
      hour12: false,
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    // With the offset: readers may live in another zone than the device.
    const parts = [
      levels[language][e.level],
      name(e),
      nameOf(e),
      `${states[language][e.what]} ${clock} (UTC${new ZoneClock(e.zone).offsetText(time)})`,
      valueText(e, zh),
    ];
    return parts.filter((part) => part !== null).join(' · ');
  };
  const [first] = events;
  const allEnded = events.every(({ what }) => what === 'end');
  const title =
    events.length === 1 && first
      ? [
          ...(titles[language][first.what] ? [titles[language][first.what]] : []),
          levels[language][first.level],
          `${name(first)} · ${first.devname || first.devid}`,
        ].join(zh ? '：' : ': ')
      : zh
        ? `${events.length} 条设备事件${allEnded ? '已恢复' : ''}`
        : `${events.length} events of your devices${allEnded ? ' have ended' : ''}`;
  const lines = events.slice(0, MAX_NAMED).map(line);
  const more = events.length - lines.length;
  if (more > 0) lines.push(zh ? `另有 ${more} 条` : `and ${more} more`);
  const detailed = events.length > MAX_DETAILED ? [] : events;
  const details = detailed.flatMap((event) => {
    const text = detailsOf(event, zh);
    if (!text) return [];
    return [events.length === 1 ? text : `${nameOf(event)}${zh ? '：' : ': '}${text}`];
  });
  const path = events.length === 1 && first ? `${EVENTS_PATH}?event=${first.id}` : EVENTS_PATH;
  return { id, what: 'events', language, title, lines, events, details: [...new Set(details)], path };
}

export function testNotice(id: string, language: 'en' | 'zh', product: string): Notice {
  return language === 'zh'
    ? {
        id,
        what: 'test',
        language,
        title: `${product} 测试通知`,
        lines: ['收到此消息，说明该通知渠道可用。'],
        events: [],
        details: [],
        path: '/notifications/index',
      }
    : {
        id,
        what: 'test',
        language,
        title: `${product} test notification`,
        lines: ['If you read this, the channel works.'],
        events: [],
        details: [],
        path: '/notifications/index',
      };
}
