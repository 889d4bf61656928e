import type { ThingEvent } from '@voltloop/contract/calls/events.ts';

type Alert = Pick<ThingEvent, 'code' | 'level' | 'event_name' | 'begin_time'>;

/** Active events of one device with the same level and code, across packs. */
export interface AlertGroup {
  /** The code without its pack. */
  code: string;
  level: number;
  name: ThingEvent['event_name'];
  count: number;
  /** Affected packs in ascending order; empty if the event belongs to the device itself. */
  packs: number[];
  /** Begin of the first of them. */
  since: number;
}

/** Active events by level and code: most severe first, then newest first. */
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

/** The server appends the pack number to the name of a pack's event; here the packs are listed separately. */
export const nameWithoutPack = (name: string): string => name.replace(/ \(pack \d+\)$|（\d+号包）$/, '');
