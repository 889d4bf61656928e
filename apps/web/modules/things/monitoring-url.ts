import { thingSorts } from '@voltloop/contract/calls/things.ts';
import { address, sorted, text, type ViewOf, whole } from '../../ui/list/address.ts';

/** Pure: the state of the Monitoring page as its URL. */

const parts = {
  search: text(),
  /** Device status 0-4, or null for all. */
  state: whole(0, 4),
  /** Minimum level of the worst active event, 1-3, or null for all; 2: needs attention. */
  problem: whole(1, 3),
  /** Id of a site. */
  site: text(64),
  ...sorted(thingSorts, 'devname'),
};
export type MonitoringView = ViewOf<typeof parts>;
export const { first: defaultView, fromUrl: viewFromUrl, toUrl: viewToUrl } = address(parts);

/** The query sent to the server. */
export const serverFilters = (view: MonitoringView) => ({
  search: view.search,
  state: view.state,
  problem_level: view.problem,
  site: view.site,
  sort: view.sort,
  order: view.order,
});

/** URL of the Monitoring page, filtered or not. */
export function monitoringPath(view: Partial<MonitoringView> = {}): string {
  const query = viewToUrl({ ...defaultView, ...view }).toString();
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
