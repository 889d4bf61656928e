import type { ThingSort } from '@voltloop/contract/calls/things.ts';

/** Pure: URLs of the pages about devices. */

interface MonitoringLink {
  state?: number;
  /** Least level of the worst active event; 2: needs attention. */
  problem?: number;
  sort?: ThingSort;
  order?: 'asc' | 'desc';
}

/** URL of the Monitoring page, filtered or not. */
export function monitoringPath(link: MonitoringLink = {}): string {
  const query = new URLSearchParams(
    Object.entries(link).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return `/operationStatuss/index${query ? `?${query}` : ''}`;
}

export const DEVICE_LIST_PATH = '/deviceManager/index';
/** Role id of end users, who have no Monitoring page in their menu. */
export const END_USER = 5;

export const thingTabs = [
  'overview',
  'values',
  'history',
  'packs',
  'events',
  'commands',
  'bindings',
  'rejects',
] as const;
export type ThingTab = (typeof thingTabs)[number];

/** URL of a thing's page, on one of its tabs. */
export function thingPath(devid: string, tab: ThingTab = 'overview'): string {
  return `/operationStatuss/thing/${encodeURIComponent(devid)}${tab === 'overview' ? '' : `?tab=${tab}`}`;
}

/** Rejected data of every device visible to the account. */
export const rejectsPath = '/operationStatuss/rejects';

/** Tabs for a role id: end users have no bindings and rejected data (contract `listBindings`, `listRejects`). */
export function tabsFor(roleId: number): ThingTab[] {
  return thingTabs.filter((tab) => (tab !== 'bindings' && tab !== 'rejects') || roleId <= 4);
}
