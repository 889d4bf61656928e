import { address, oneOf, text, type ViewOf } from '../../ui/list/address.ts';

/** Pure: the state of Parameter Setting as its URL. Defaults are omitted. */

export const paramTabs = ['device', 'batches', 'templates'] as const;
export type ParamTab = (typeof paramTabs)[number];
export const deviceViews = ['settings', 'history'] as const;
export type DeviceView = (typeof deviceViews)[number];

const parts = {
  tab: oneOf(paramTabs, 'device'),
  /** Devid of the chosen device; empty if none. */
  device: text(64),
  view: oneOf(deviceViews, 'settings'),
  group: text(64),
  /** Id of the open batch. */
  batch: text(64),
};
export type ParamsView = ViewOf<typeof parts>;
export const { fromUrl: viewFromUrl, toUrl: viewToUrl } = address(parts);
