/** Pure: what Parameter Setting shows, as its URL. Everything that is default stays out of the address. */

export const paramTabs = ['device', 'batches', 'templates'] as const;
export type ParamTab = (typeof paramTabs)[number];
export const deviceViews = ['settings', 'history'] as const;
export type DeviceView = (typeof deviceViews)[number];

export interface ParamsView {
  tab: ParamTab;
  /** Devid of the device that is shown; empty: none is chosen yet. */
  device: string;
  view: DeviceView;
  group: string;
  /** Id of the batch whose devices are shown. */
  batch: string;
}

const usual: ParamsView = { tab: 'device', device: '', view: 'settings', group: '', batch: '' };

/** The view an address asks for; whatever makes no sense is taken as default. */
export function viewFromUrl(params: URLSearchParams): ParamsView {
  const text = (name: keyof ParamsView) => (params.get(name) ?? '').slice(0, 64);
  return {
    tab: paramTabs.find((tab) => tab === params.get('tab')) ?? usual.tab,
    device: text('device'),
    view: deviceViews.find((view) => view === params.get('view')) ?? usual.view,
    group: text('group'),
    batch: text('batch'),
  };
}

/** The address of a view. */
export function viewToUrl(view: ParamsView): URLSearchParams {
  const next = new URLSearchParams();
  for (const key of Object.keys(usual) as (keyof ParamsView)[])
    if (view[key] !== usual[key]) next.set(key, view[key]);
  return next;
}
