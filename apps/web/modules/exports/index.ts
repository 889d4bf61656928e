export const EXPORTS_PATH = '/exports/index';

/** Where a scheduled export of a device begins. */
export const exportOfDevice = (devid: string): string =>
  `${EXPORTS_PATH}?device=${encodeURIComponent(devid)}`;
