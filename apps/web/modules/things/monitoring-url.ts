/** Pure: what the Monitoring page shows, as its URL. Everything that is default stays out of the address. */

export const monitoringSorts = [
  'devid',
  'devname',
  'status',
  'problem',
  'soc',
  'last_time',
  'registertime',
] as const;
export type MonitoringSort = (typeof monitoringSorts)[number];

export interface MonitoringView {
  search: string;
  /** Device status 0-4, or null for all. */
  state: number | null;
  /** Least level of the worst active event, 1-3, or null for all; 2: needs attention. */
  problem: number | null;
  /** Id of a site. */
  site: string;
  sort: MonitoringSort;
  order: 'asc' | 'desc';
}

export const defaultView: MonitoringView = {
  search: '',
  state: null,
  problem: null,
  site: '',
  sort: 'devname',
  order: 'asc',
};

/** The view an address asks for; whatever makes no sense is taken as default. */
export function viewFromUrl(params: URLSearchParams): MonitoringView {
  const state = params.get('state');
  const problem = params.get('problem') ?? '';
  const sort = params.get('sort') as MonitoringSort | null;
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    state: state !== null && /^[0-4]$/.test(state) ? Number(state) : null,
    problem: /^[1-3]$/.test(problem) ? Number(problem) : null,
    site: (params.get('site') ?? '').slice(0, 64),
    sort: sort && monitoringSorts.includes(sort) ? sort : defaultView.sort,
    order: params.get('order') === 'desc' ? 'desc' : 'asc',
  };
}

/** The address of a view, with other parameters of `before` kept. */
export function viewToUrl(view: MonitoringView, before = new URLSearchParams()): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const key of ['search', 'state', 'problem', 'site', 'sort', 'order']) next.delete(key);
  if (view.search) next.set('search', view.search);
  if (view.state !== null) next.set('state', String(view.state));
  if (view.problem !== null) next.set('problem', String(view.problem));
  if (view.site) next.set('site', view.site);
  if (view.sort !== defaultView.sort || view.order !== defaultView.order) next.set('sort', view.sort);
  if (view.order !== defaultView.order) next.set('order', view.order);
  return next;
}

/** What the server is asked for. */
export const serverFilters = (view: MonitoringView) => ({
  search: view.search,
  state: view.state,
  problem_level: view.problem,
  site: view.site,
  sort: view.sort,
  order: view.order,
});

/** Address of the Monitoring page, filtered or not. */
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

/** Address of a thing's page, on one of its tabs. */
export function thingPath(devid: string, tab: ThingTab = 'overview'): string {
  return `/operationStatuss/thing/${encodeURIComponent(devid)}${tab === 'overview' ? '' : `?tab=${tab}`}`;
}

/** Rejected data of every device that the account sees. */
export const rejectsPath = '/operationStatuss/rejects';

/** Tabs for a role id: bindings and rejected data are not for end users (contract `listBindings`, `listRejects`). */
export function tabsFor(roleId: number): ThingTab[] {
  return thingTabs.filter((tab) => (tab !== 'bindings' && tab !== 'rejects') || roleId <= 4);
}
