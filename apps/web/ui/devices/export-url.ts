export const EXPORTS_PATH = '/exports/index';

/** URL that begins a scheduled export of a device. */
export const exportOfDevice = (devid: string): string =>
  `${EXPORTS_PATH}?device=${encodeURIComponent(devid)}`;
