import type { ThingEvent } from '@voltloop/contract/calls/events.ts';

type Alert = Pick<ThingEvent, 'code' | 'level' | 'event_name' | 'begin_time'>;

/** Active events of one device that say the same: of one level and code, whichever pack they are of. */
export interface AlertGroup {
  /** The code without its pack. */
  code: string;
  level: number;
  name: ThingEvent['event_name'];
  count: number;
  /** Packs that have it, in their order; none where it is the device's own. */
  packs: number[];
  /** When the first of them began. */
  since: number;
}

/** Active events by level and code, the gravest first, then what began last. */
export function alertGroups(events: readonly Alert[]): AlertGroup[] {
  const groups = new Map<string, AlertGroup & { newest: number }>();
  for (const { code: whole, level, event_name: name, begin_time: began } of events) {
    const [code = whole, pack] = whole.split('@');
    const key = `${level} ${code}`;
    const group = groups.get(key) ?? { code, level, name, count: 0, packs: [], since: began, newest: began };
    group.count += 1;
    if (pack !== undefined) group.packs.push(Number(pack));
    group.since = Math.min(group.since, began);
    group.newest = Math.max(group.newest, began);
    groups.set(key, group);
  }
  return [...groups.values()]
    .sort((a, b) => b.level - a.level || b.newest - a.newest)
    .map(({ newest: _, packs, name, ...group }) => ({
      ...group,
      packs: packs.sort((a, b) => a - b),
      name: { en: nameWithoutPack(name.en), zh: nameWithoutPack(name.zh) },
    }));
}

/** The server ends the name of a pack's event by its number; here all packs are named beside it. */
export const nameWithoutPack = (name: string): string => name.replace(/ \(pack \d+\)$|（\d+号包）$/, '');
