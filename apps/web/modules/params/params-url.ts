import { address, oneOf, text, type ViewOf } from '../../parts/list/address.ts';

/** Pure: what Parameter Setting shows, as its URL. Everything that is default stays out of the address. */

export const paramTabs = ['device', 'batches', 'templates'] as const;
export type ParamTab = (typeof paramTabs)[number];
export const deviceViews = ['settings', 'history'] as const;
export type DeviceView = (typeof deviceViews)[number];

const parts = {
  tab: oneOf(paramTabs, 'device'),
  /** Devid of the device that is shown; empty: none is chosen yet. */
  device: text(64),
  view: oneOf(deviceViews, 'settings'),
  group: text(64),
  /** Id of the batch whose devices are shown. */
  batch: text(64),
};
export type ParamsView = ViewOf<typeof parts>;
export const { fromUrl: viewFromUrl, toUrl: viewToUrl } = address(parts);
