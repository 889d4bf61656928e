import { ZoneClock } from '../../platform/zone-clock.ts';
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
}

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
    ];
    return parts.join(' · ');
  };
  const [first] = events;
  const title =
    events.length === 1 && first
      ? `${levels[language][first.level]}${zh ? '：' : ': '}${name(first)} · ${first.devname || first.devid}`
      : zh
        ? `${events.length} 条设备事件`
        : `${events.length} events of your devices`;
  const lines = events.slice(0, MAX_NAMED).map(line);
  const more = events.length - lines.length;
  if (more > 0) lines.push(zh ? `另有 ${more} 条` : `and ${more} more`);
  return { id, what: 'events', language, title, lines, events };
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
      }
    : {
        id,
        what: 'test',
        language,
        title: `${product} test notification`,
        lines: ['If you read this, the channel works.'],
        events: [],
      };
}
